import type { Formats } from '@chartroom/model';

/** How numbers and moments are written where nothing else is said. */
const ENGLISH: Formats = { language: 'en' };

let current = ENGLISH;

/** How numbers and moments are written now. */
export function currentFormats(): Formats {
  return current;
}

/** From now on numbers and moments are written so. */
export function writeIn(formats: Formats): void {
  current = formats;
}

/** Does work within which numbers and moments are written so; without formats as they are written now. */
export function writtenIn<T>(formats: Formats | undefined, work: () => T): T {
  if (!formats) return work();
  const before = current;
  current = formats;
  try {
    return work();
  } finally {
    current = before;
  }
}
