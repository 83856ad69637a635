import type { JsonValue } from '@chartroom/model';
import { badRequest } from './errors.ts';

/** Levels of lists and objects that a document may have; what prints or walks documents recurses. */
export const DEEPEST = 1_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENERS: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSERS: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Whether a text in JSON nests lists and objects deeper than `DEEPEST`. Nothing is parsed: the text may be no JSON at all. */
export function isTooDeep(text: string): boolean {
  // One character opens a level.
  if (text.length <= DEEPEST) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    if (letter === QUOTE) at = endOfText(text, at);
    else if (OPENERS.has(letter)) {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (CLOSERS.has(letter)) depth -= 1;
  }
  return false;
}

/** The place of the quote that ends the text which begins at `start`. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

/** What a field's text in JSON says. Throws 400, naming the field, for a text that is no JSON or too deep. */
export function readJson(text: string, field: string): JsonValue {
  if (isTooDeep(text)) throw badRequest(`${field}: nests lists and objects more than ${DEEPEST} levels deep`);
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch (error) {
    throw badRequest(`${field}: is not JSON (${error instanceof Error ? error.message : 'unreadable'})`);
  }
}
