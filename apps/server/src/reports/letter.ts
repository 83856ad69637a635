import { reportSubject } from '@chartroom/query';
import type { Config } from '../base/config.ts';
import type { MailFile } from '../mail/mailer.ts';
import { oneLine } from '../mail/mailer.ts';
import type { Piece } from './chart-content.ts';
import { PICTURE, type Rendering } from './rendering-parts.ts';

/** What a message says besides what was rendered. */
export interface LetterFacts {
  type: string;
  name: string;
  subject: string | null;
  /** HTML that does no harm. */
  description: string;
  /** Value of an alert's query. */
  value: string | null;
  /** Values of the last runs, the earliest first; the last is the one of this run. */
  trend: readonly number[];
  notes: readonly string[];
  /** Links under the message, with their words. */
  links: readonly { text: string; url: string }[];
  now: Date;
}

/** A message as mail programs show it. */
export interface MadeLetter {
  subject: string;
  html: string;
  text: string;
  files: readonly MailFile[];
}

type LetterConfig = Pick<
  Config,
  'BASE_URL' | 'EMAIL_REPORTS_CTA' | 'EMAIL_REPORTS_SUBJECT_PREFIX' | 'DATE_FORMAT_IN_EMAIL_SUBJECT'
>;

/** The message of an alert or report for one view. */
export function letterOf(facts: LetterFacts, rendering: Rendering, config: LetterConfig): MadeLetter {
  const notes = [...facts.notes, ...rendering.notes];
  return {
    subject: subjectOf(facts, rendering, config),
    html: htmlOf(facts, rendering, notes, config),
    text: textOf(facts, rendering, notes, config),
    files: rendering.files,
  };
}

/** Name of a message: the one that was chosen, else that of the report and of what it shows (contract/query.md §7.5). */
function subjectOf(facts: LetterFacts, rendering: Rendering, config: LetterConfig): string {
  return reportSubject(messageName(facts, rendering), {
    dated: config.DATE_FORMAT_IN_EMAIL_SUBJECT,
    now: facts.now.getTime(),
    prefix: config.EMAIL_REPORTS_SUBJECT_PREFIX,
  });
}

/** Name of a message, in one line. */
export function messageName(
  { name, subject }: Pick<LetterFacts, 'name' | 'subject'>,
  { title }: Pick<Rendering, 'title'>,
): string {
  return oneLine(subject?.trim() || `${name}: ${title}`);
}

const BARS = '▁▂▃▄▅▆▇█';

/** Values of the last runs as a line of bars, and in figures. */
export function trendLine(values: readonly number[]): string {
  const least = Math.min(...values);
  const span = Math.max(...values) - least;
  const bar = (value: number) => BARS[span === 0 ? 3 : Math.round(((value - least) / span) * 7)] ?? '';
  const figures = values.map((value) => Number(value.toPrecision(6))).join(', ');
  return `Last ${values.length} runs: ${values.map(bar).join('')} (${figures})`;
}

const CELL = 'border:1px solid #d9d9d9;padding:4px 8px;text-align:left;vertical-align:top';
const PAGE = 'font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:1.5;color:#262626';

function htmlOf(
  facts: LetterFacts,
  rendering: Rendering,
  notes: readonly string[],
  config: LetterConfig,
): string {
  // A chart's own title stands in the subject.
  const isOnly = rendering.pieces.length === 1 && rendering.pieces[0]?.title === rendering.title;
  const parts = [
    facts.description && `<div>${facts.description}</div>`,
    facts.value !== null && `<p>Value: <b>${escaped(facts.value)}</b></p>`,
    facts.trend.length > 1 && `<p>${escaped(trendLine(facts.trend))}</p>`,
    `<p><b><a href="${escaped(`${config.BASE_URL ?? ''}${rendering.url}`)}">${escaped(config.EMAIL_REPORTS_CTA)}</a></b></p>`,
    rendering.files.some(({ cid }) => cid !== undefined) &&
      `<p><img src="cid:${PICTURE}" alt="${escaped(rendering.title)}" width="1000" style="max-width:100%"></p>`,
    ...rendering.pieces.map((piece) => pieceHtml(piece, isOnly, config)),
    ...notes.map((note) => `<p style="color:#8c5a00">${escaped(note)}</p>`),
    facts.links.length > 0 && `<hr><p style="font-size:12px">${facts.links.map(linkHtml).join(' · ')}</p>`,
  ];
  const body = parts.filter((part) => typeof part === 'string' && part !== '').join('\n');
  return `<!doctype html><html><head><meta charset="utf-8"><title>${escaped(facts.name)}</title></head><body style="${PAGE}">\n${body}\n</body></html>`;
}

function linkHtml({ text, url }: { text: string; url: string }): string {
  return `<a href="${escaped(url)}">${escaped(text)}</a>`;
}

function pieceHtml({ title, url, table, problem }: Piece, isOnly: boolean, config: LetterConfig): string {
  const address = escaped(`${config.BASE_URL ?? ''}${url}`);
  const head = isOnly ? '' : `<h3><a href="${address}">${escaped(title)}</a></h3>`;
  if (problem !== undefined) return `${head}<p style="color:#a8071a">${escaped(problem)}</p>`;
  // Its picture is there already, or its file.
  if (!table) return '';
  const cells = (tag: 'th' | 'td', row: readonly string[]) =>
    `<tr>${row.map((cell) => `<${tag} style="${CELL}">${escaped(cell)}</${tag}>`).join('')}</tr>`;
  const rows = table.rows.map((row) => cells('td', row)).join('');
  const grid = `<table style="border-collapse:collapse"><thead>${cells('th', table.columns)}</thead><tbody>${rows}</tbody></table>`;
  return `${head}${grid}<p style="font-size:12px;color:#595959">${escaped(countOf(table))}</p>`;
}

function textOf(
  facts: LetterFacts,
  rendering: Rendering,
  notes: readonly string[],
  config: LetterConfig,
): string {
  const isOnly = rendering.pieces.length === 1 && rendering.pieces[0]?.title === rendering.title;
  const blocks = [
    plain(facts.description),
    facts.value === null ? '' : `Value: ${facts.value}`,
    facts.trend.length > 1 ? trendLine(facts.trend) : '',
    `${config.EMAIL_REPORTS_CTA}: ${config.BASE_URL ?? ''}${rendering.url}`,
    ...rendering.pieces.map((piece) => pieceText(piece, isOnly)),
    ...notes,
    facts.links.map(({ text, url }) => `${text}: ${url}`).join('\n'),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function pieceText({ title, table, problem }: Piece, isOnly: boolean): string {
  const head = isOnly ? [] : [title];
  if (problem !== undefined) return [...head, problem].join('\n');
  if (!table) return head.join('\n');
  const lines = [table.columns, ...table.rows].map((row) => row.map(oneLine).join(' | '));
  return [...head, ...lines, countOf(table)].join('\n');
}

function countOf({ rows, total }: NonNullable<Piece['table']>): string {
  if (total === rows.length) return total === 1 ? '1 row' : `${total.toLocaleString('en-US')} rows`;
  return `The first ${rows.length} of ${total.toLocaleString('en-US')} rows`;
}

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text that HTML shows as it is. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
}

/** HTML of a description as text: tags go, and signs are what they stand for. */
export function plain(html: string): string {
  const signs = new Map(Object.entries(SIGNS).map(([sign, word]) => [word, sign]));
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (word) => signs.get(word) ?? word)
    .trim();
}

/** A message without what its links do: they are their recipient's to follow. */
export function withoutLinks(text: string): string {
  return text.replace(/(\/report\/link\/)[\w.-]+/g, '$1');
}
