import { fileProblem } from '../files/file-problem.ts';
import type { FileSource } from '../files/file-source.ts';

/** Throws when the form names a column that the file has not. */
export function checkColumns(names: readonly string[], source: FileSource): void {
  const index = source.indexColumn === undefined ? [] : [source.indexColumn];
  const wanted = [
    ...index,
    ...(source.columns ?? []),
    ...(source.dateColumns ?? []),
    ...Object.keys(source.types ?? {}),
  ];
  const missing = [...new Set(wanted)].filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw fileProblem(`The file has no column ${missing.map((name) => `"${name}"`).join(', ')}.`);
}
