import type { Config } from '../base/config.ts';
import { oneLine } from '../mail/mailer.ts';
import type { Piece } from './chart-content.ts';
import { type LetterFacts, messageName, plain, trendLine } from './letter.ts';
import type { Rendering } from './rendering-parts.ts';

/** A part of a card. */
type Part = Record<string, unknown>;

/** Teams takes messages of 28 kB: rows and columns that a card shows, and signs of a cell. */
const MOST_ROWS = 20;
const MOST_COLUMNS = 8;
const MOST_SIGNS = 80;
const MOST_BYTES = 26_000;

/** The message of an alert or report as a workflow of Teams takes it: an adaptive card. */
export function teamsMessage(
  facts: LetterFacts,
  rendering: Rendering,
  config: Pick<Config, 'BASE_URL' | 'EMAIL_REPORTS_CTA'>,
): Part {
  const notes = [...facts.notes, ...rendering.notes];
  if (rendering.files.length > 0) notes.push('Files and pictures are not sent to Teams: follow the link.');
  const body: Part[] = [
    text(messageName(facts, rendering), { size: 'Large', weight: 'Bolder' }),
    ...said(plain(facts.description)),
    ...(facts.value === null ? [] : said(`Value: ${facts.value}`, { weight: 'Bolder' })),
    ...(facts.trend.length > 1 ? said(trendLine(facts.trend)) : []),
    ...notes.flatMap((note) => said(note, { isSubtle: true })),
  ];
  let room = MOST_BYTES - JSON.stringify(body).length;
  for (const piece of rendering.pieces) {
    const parts = pieceParts(piece, rendering.pieces.length > 1);
    room -= Buffer.byteLength(JSON.stringify(parts));
    if (room < 0) {
      body.push(text('There is more: follow the link.', { isSubtle: true }));
      break;
    }
    body.push(...parts);
  }
  const url = `${config.BASE_URL ?? ''}${rendering.url}`;
  const content: Part = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.5',
    body,
    actions: [{ type: 'Action.OpenUrl', title: config.EMAIL_REPORTS_CTA, url }],
    msteams: { width: 'Full' },
  };
  const attachment: Part = {
    contentType: 'application/vnd.microsoft.card.adaptive',
    contentUrl: null,
    content,
  };
  return { type: 'message', attachments: [attachment] };
}

function pieceParts({ title, table, problem }: Piece, isNamed: boolean): Part[] {
  const head = isNamed && (table || problem !== undefined) ? said(title, { weight: 'Bolder' }) : [];
  if (problem !== undefined) return [...head, ...said(problem, { color: 'Attention' })];
  if (!table) return head;
  const columns = table.columns.slice(0, MOST_COLUMNS);
  const row = (cells: readonly string[]): Part => ({
    type: 'TableRow',
    cells: cells
      .slice(0, MOST_COLUMNS)
      .map((cell) => ({ type: 'TableCell', items: [text(short(cell), {})] })),
  });
  const rows = table.rows.slice(0, MOST_ROWS);
  const grid: Part = {
    type: 'Table',
    firstRowAsHeader: true,
    columns: columns.map(() => ({ width: 1 })),
    rows: [row(columns), ...rows.map(row)],
  };
  const left = table.total - rows.length;
  return [...head, grid, ...(left > 0 ? said(`${left.toLocaleString('en-US')} more rows`) : [])];
}

function said(words: string, more: Part = {}): Part[] {
  return words === '' ? [] : [text(words, more)];
}

/** Words that stand as they are: cards read links and emphasis of Markdown. */
function text(words: string, more: Part): Part {
  return { type: 'TextBlock', wrap: true, text: words.replace(/([\\`*_[\]()~#])/g, '\\$1'), ...more };
}

function short(cell: string): string {
  const line = oneLine(cell);
  return line.length > MOST_SIGNS ? `${line.slice(0, MOST_SIGNS)}…` : line;
}
