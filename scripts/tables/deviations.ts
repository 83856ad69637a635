import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CaseResult } from './table.ts';

const FILE = join(import.meta.dirname, '../../docs/deviations.md');

/**
 * The ids of a table's cases that we answer otherwise, with a reason in docs/deviations.md. An id there may begin
 * with `*`, which stands for any beginning: what differs for one type in every engine is argued once.
 */
export function deviationsOf(file: string): string[] {
  lines ??= readFileSync(FILE, 'utf8').split('\n');
  return lines.flatMap((line) => (line.startsWith(`${file}#`) ? (/#(.+?): /.exec(line)?.[1] ?? []) : []));
}

let lines: string[] | undefined;

/** Whether an id of docs/deviations.md names a case. */
export function names(deviation: string, id: string): boolean {
  return deviation.startsWith('*') ? id.endsWith(deviation.slice(1)) : deviation === id;
}

/** What is wrong with the results of a table: failures that nobody argues, and arguments about nothing that fails. */
export function unsettled(
  results: readonly CaseResult[],
  deviations: readonly string[],
): { unargued: CaseResult[]; idle: string[] } {
  const failed = results.filter((result) => !result.ok);
  return {
    unargued: failed.filter(({ id }) => !deviations.some((deviation) => names(deviation, id))),
    idle: deviations.filter((deviation) => !failed.some(({ id }) => names(deviation, id))),
  };
}
