import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', '.cache');

/** Says at the end of `npm test` that something was not tried, for want of what it needs. @throws in CI, where all is there */
export function noteAbsent(what: string): void {
  if (process.env.CI) throw new Error(what);
  note('absent.txt', what);
}

/** Says at the end of `npm test` what recorded facts were played. */
export function notePlayed(what: string): void {
  note('played.txt', what);
}

function note(file: string, line: string): void {
  mkdirSync(FOLDER, { recursive: true });
  appendFileSync(join(FOLDER, file), `${line}\n`);
}
