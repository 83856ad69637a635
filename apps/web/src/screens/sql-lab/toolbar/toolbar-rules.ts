import { grouped } from '@chartroom/model';
/** Choices of the row limit: powers of ten below the server's most, and that (contract/ui.md E3). */
export function limitChoices(most: number): number[] {
  const choices: number[] = [];
  for (let limit = 10; limit < most; limit *= 10) choices.push(limit);
  return [...choices, most];
}

/** A number with spaces between its thousands. */
export function spaced(value: number): string {
  return grouped(value).replaceAll(',', ' ');
}

/** Whether a text has nothing but comments: there is nothing to run. A long text is read up to its first word. */
export function isBlank(sql: string): boolean {
  const blank = /(?:\s|--[^\n]*|\/\*[\s\S]*?\*\/)+/y;
  blank.test(sql);
  return sql.length === 0 || blank.lastIndex === sql.length;
}
