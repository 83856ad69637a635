import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '../../../docs/deviations.md');

/** Whether we answer a recorded case otherwise, with a reason in docs/deviations.md. */
export function isDeviation(file: string, id: string): boolean {
  lines ??= readFileSync(FILE, 'utf8').split('\n');
  return lines.some((line) => line.startsWith(`${file}#${id}: `));
}

let lines: string[] | undefined;
