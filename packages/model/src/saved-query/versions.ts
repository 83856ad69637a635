import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';

/** What a version keeps of a saved query. */
export const savedQueryDocument = z.strictObject({
  label: z.string().nullable(),
  description: z.string().nullable(),
  db_id: z.number().nullable(),
  catalog: z.string().nullable(),
  schema: z.string().nullable(),
  sql: z.string().nullable(),
  /** JSON text. */
  template_parameters: z.string().nullable(),
});
export type SavedQueryDocument = z.infer<typeof savedQueryDocument>;

/** A version of a saved query: when it was saved, and what changed. */
const savedQueryVersion = z.strictObject({
  /** Counts the versions of one query from 1. */
  number: z.number(),
  changed_on: z.string(),
  summary: z.string(),
});
export type SavedQueryVersion = z.infer<typeof savedQueryVersion>;

const BASE = '/api/v1/saved_query/:pk/versions';

/** What a saved query was after each save, newest first. */
export const savedQueryVersionsApi = {
  list: endpoint({
    method: 'GET',
    path: BASE,
    answer: z.strictObject({ count: z.number(), result: z.array(savedQueryVersion) }),
  }),
  show: endpoint({
    method: 'GET',
    path: `${BASE}/:number`,
    answer: z.strictObject({ result: savedQueryVersion.extend({ document: savedQueryDocument }) }),
  }),
  /** Makes the query what it was: a new version. */
  restore: endpoint({
    method: 'POST',
    path: `${BASE}/:number/restore`,
    answer: z.strictObject({ result: savedQueryVersion }),
  }),
};

/** What is said of members that changed. */
const WORDS: readonly [keyof SavedQueryDocument, string][] = [
  ['description', 'changed the description'],
  ['db_id', 'moved to another database'],
  ['catalog', 'moved to another catalog'],
  ['schema', 'moved to another schema'],
  ['template_parameters', 'changed the parameters'],
];

/** What changed between two states of a saved query, in one line; empty when nothing did. */
export function savedQueryChanges(before: SavedQueryDocument, after: SavedQueryDocument): string {
  const said: string[] = [];
  if (before.sql !== after.sql) said.push(changedLines(before.sql ?? '', after.sql ?? ''));
  if (before.label !== after.label) said.push(`renamed to “${after.label ?? ''}”`);
  for (const [name, words] of WORDS) if (before[name] !== after[name]) said.push(words);
  return said.join('; ');
}

/** How many lines a text has more and fewer: those that stand in one of both only. */
function changedLines(before: string, after: string): string {
  const counts = new Map<string, number>();
  for (const line of after.split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1);
  let removed = 0;
  for (const line of before.split('\n')) {
    const left = counts.get(line) ?? 0;
    if (left === 0) removed += 1;
    else counts.set(line, left - 1);
  }
  const added = [...counts.values()].reduce((sum, each) => sum + each, 0);
  if (added + removed === 0) return 'put the lines of the SQL in another order';
  return `changed the SQL (+${added} −${removed} lines)`;
}
