import { z } from 'zod';
import { text } from '../fields.ts';

/** A column or metric of a dataset that is called otherwise from now on. */
export const newNameSchema = z.strictObject({
  kind: z.enum(['column', 'metric']),
  from: text(1, 255),
  to: text(1, 255),
});
export type NewName = z.infer<typeof newNameSchema>;

/** A name of a dataset, as long as it does not matter what it becomes. */
export type DatasetName = Omit<NewName, 'to'>;

/** Which of some names stand in SQL: columns as whole words, metrics as what the macro `metric` is asked for. */
export function namesInSql(sql: string, names: readonly DatasetName[]): string[] {
  const found = names.filter(({ kind, from }) =>
    kind === 'column' ? isWordIn(sql, from) : isAskedIn(sql, from),
  );
  return found.map(({ from }) => from);
}

/** Whether a name stands in a text as a whole word. */
export function isWordIn(text: string, name: string): boolean {
  return stands(text, name) && new RegExp(`(?<![\\w$])${escaped(name)}(?![\\w$])`, 'i').test(text);
}

function isAskedIn(sql: string, metric: string): boolean {
  return stands(sql, metric) && new RegExp(`\\bmetric\\(\\s*(['"])${escaped(metric)}\\1`).test(sql);
}

/** Whether a closer look is worth it: of a thousand names in a long text few stand there. */
function stands(text: string, name: string): boolean {
  return text.toLowerCase().includes(name.toLowerCase());
}

function escaped(name: string): string {
  return name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
