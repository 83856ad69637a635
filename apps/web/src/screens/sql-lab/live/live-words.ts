import type { LiveAnswer } from '@chartroom/model';
import { grouped } from '@chartroom/model';
import type { Written } from '../editor/sql/written.ts';

export type LiveRows = Extract<LiveAnswer, { state: 'rows' }>;
type LiveProblem = Extract<LiveAnswer, { state: 'problem' }>;

/** What is wrong, with its place in the text of the tab. */
export function problemWords({ message, line, column }: LiveProblem, { sql, lines, signs }: Written): string {
  const { words, place } = apart(message, sql);
  const [atLine, atColumn] = line === null ? place : [line, column];
  if (atLine === null) return words;
  const at = atColumn === null ? '' : `, column ${atColumn + (atLine === 1 ? signs : 0)}`;
  return `Line ${lines + atLine}${at}: ${words}`;
}

type Place = readonly [line: number | null, column: number | null];

/** A line of the statement that an engine quotes behind its words, with a sign below the place. */
const QUOTED = /\s*\nLINE (\d+): (\.{3})?(.*?)(?:\.{3})?\n( *)\^\s*$/;

/** Words without the place that they tell of the statement; what an engine quotes of another text than ours tells none. */
function apart(message: string, sql: string): { words: string; place: Place } {
  const quoted = QUOTED.exec(message);
  if (!quoted) return { words: message.replace(/ at line \d+:\d+/, '').trim(), place: [null, null] };
  const [all, number = '', dots = '', text = '', blanks = ''] = quoted;
  const begin = sql.split('\n')[Number(number) - 1]?.indexOf(text) ?? -1;
  const inText = blanks.length - `LINE ${number}: ${dots}`.length;
  const words = message.slice(0, -all.length).trim();
  return { words, place: begin < 0 ? [null, null] : [Number(number), begin + inText + 1] };
}

/** How many rows are shown, of how many. */
export function rowsWords({ data, isCut }: LiveRows): string {
  const count = grouped(data.length);
  if (isCut) return `First ${count} rows`;
  if (data.length === 0) return 'No rows';
  return data.length === 1 ? '1 row' : `${count} rows`;
}

/** What is to be known of rows that come of a sample. */
export function sampleWords(sampled: number, budget: number): string {
  const rows = grouped(sampled);
  return `All rows took longer than ${budget} ms: these come of the first ${rows} rows of each table. Counts and totals are not those of the whole.`;
}
