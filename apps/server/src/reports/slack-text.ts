import type { Config } from '../base/config.ts';
import { oneLine } from '../mail/mailer.ts';
import type { Piece } from './chart-content.ts';
import { type LetterFacts, messageName, plain, trendLine } from './letter.ts';
import type { Rendering } from './rendering-parts.ts';

/** Signs of one message (contract/query.md §7.5). */
const MOST = 4_000;
const CUT = '(table was truncated)';

/** The message of an alert or report in Slack's markup: nothing that a name or a cell holds acts as markup in it. */
export function slackText(
  facts: LetterFacts,
  rendering: Rendering,
  config: Pick<Config, 'BASE_URL' | 'EMAIL_REPORTS_CTA'>,
): string {
  const address = encodeURI(decodeURI(`${config.BASE_URL ?? ''}${rendering.url}`)).replaceAll('|', '%7C');
  const head = [
    `*${harmless(messageName(facts, rendering))}*`,
    harmless(plain(facts.description)),
    facts.value === null ? '' : `Value: ${harmless(facts.value)}`,
    facts.trend.length > 1 ? harmless(trendLine(facts.trend)) : '',
    `<${address}|${harmless(config.EMAIL_REPORTS_CTA)}>`,
  ];
  const notes = [...facts.notes, ...rendering.notes].map(harmless);
  const shown = [...head, ...notes].filter((block) => block !== '');
  let room = MOST - shown.join('\n\n').length;
  const pieces: string[] = [];
  for (const piece of rendering.pieces) {
    const text = pieceText(piece, rendering.pieces.length > 1, room - CUT.length - 2);
    if (text === '') continue;
    if (text.length + 2 > room) {
      pieces.push(CUT);
      break;
    }
    pieces.push(text);
    room -= text.length + 2;
  }
  return [...shown, ...pieces].join('\n\n').slice(0, MOST);
}

function pieceText({ title, table, problem }: Piece, isNamed: boolean, room: number): string {
  const head = isNamed ? `*${harmless(title)}*\n` : '';
  if (problem !== undefined) return `${head}${harmless(problem)}`;
  if (!table) return '';
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => inCode(oneLine(cell)).replaceAll('|', '¦')).join(' | ')} |`;
  const lines = [line(table.columns), `|${table.columns.map(() => '---').join('|')}|`];
  let left = room - head.length - lines.join('\n').length - 8 - CUT.length;
  const rows = table.rows.map(line);
  let fits = 0;
  for (const row of rows) {
    left -= row.length + 1;
    if (left < 0) break;
    fits += 1;
  }
  const code = `${head}\`\`\`${[...lines, ...rows.slice(0, fits)].join('\n')}\`\`\``;
  return fits < table.total ? `${code}\n${CUT}` : code;
}

/** Slack reads three signs; what stands between two of them names people and channels. */
function harmless(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function inCode(text: string): string {
  return harmless(text).replaceAll('```', "'''");
}
