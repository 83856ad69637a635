import type { LiveAnswer } from '@chartroom/model';
import type { Written } from '../editor/sql/written.ts';

export type LiveRows = Extract<LiveAnswer, { state: 'rows' }>;
type LiveProblem = Extract<LiveAnswer, { state: 'problem' }>;

/** What is wrong, with its place in the text of the tab. */
export function problemWords({ message, line, column }: LiveProblem, { lines, signs }: Written): string {
  // The place that the message tells is that within the statement.
  const words = message.replace(/ at line \d+:\d+/, '').trim();
  if (line === null) return words;
  const at = column === null ? '' : `, column ${column + (line === 1 ? signs : 0)}`;
  return `Line ${lines + line}${at}: ${words}`;
}

/** How many rows are shown, of how many. */
export function rowsWords({ data, isCut }: LiveRows): string {
  const count = data.length.toLocaleString('en');
  if (isCut) return `First ${count} rows`;
  if (data.length === 0) return 'No rows';
  return data.length === 1 ? '1 row' : `${count} rows`;
}

/** What is to be known of rows that come of a sample. */
export function sampleWords(sampled: number, budget: number): string {
  const rows = sampled.toLocaleString('en');
  return `All rows took longer than ${budget} ms: these come of the first ${rows} rows of each table. Counts and totals are not those of the whole.`;
}
