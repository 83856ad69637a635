/** Levels of lists and objects that a document may have; what prints or walks documents recurses. */
export const DEEPEST = 1_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const OPENS_LIST = 0x5b;
const OPENS_OBJECT = 0x7b;
const CLOSES_LIST = 0x5d;
const CLOSES_OBJECT = 0x7d;
const COMMA = 0x2c;
const COLON = 0x3a;

/** Whether a text in JSON nests lists and objects deeper than `DEEPEST`. Nothing is parsed: the text may be no JSON at all. */
export function isTooDeep(text: string): boolean {
  // One character opens a level.
  if (text.length <= DEEPEST) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    if (letter === QUOTE) at = endOfText(text, at);
    else if (letter === OPENS_LIST || letter === OPENS_OBJECT) {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (letter === CLOSES_LIST || letter === CLOSES_OBJECT) depth -= 1;
  }
  return false;
}

/**
 * Keys, values and items of a text in JSON, with those of the documents that its texts hold, at most one more than `most`.
 * Nothing is parsed: to make a million small objects takes longer than to count them. Commas and colons inside a text that
 * begins like a document count too, whatever they are.
 */
export function valuesIn(text: string, most: number): number {
  let values = 1;
  // One character ends a value.
  if (text.length <= most) return values;
  let textEnds = -1;
  for (let at = 0; at < text.length && values <= most; at += 1) {
    const letter = text.charCodeAt(at);
    if (letter === COMMA || letter === COLON || letter === OPENS_LIST || letter === OPENS_OBJECT) values += 1;
    else if (letter === QUOTE && at > textEnds) {
      textEnds = endOfText(text, at);
      if (!beginsDocument(text, at + 1)) at = textEnds;
    }
  }
  return values;
}

/** Characters that a member of a mapping takes at least. */
const LEAST_MEMBER = 5;

/**
 * Members of the widest mapping of a text in JSON, or of a document that its texts hold, at most one more than `most`.
 * Nothing is parsed, and colons inside a document that is a text count, whatever they are.
 */
export function widestMapping(text: string, most: number): number {
  if (text.length <= most * LEAST_MEMBER) return 0;
  const members: number[] = [];
  let [widest, textEnds] = [0, -1];
  for (let at = 0; at < text.length && widest <= most; at += 1) {
    const letter = text.charCodeAt(at);
    if (letter === OPENS_OBJECT) members.push(0);
    else if (letter === OPENS_LIST) members.push(Number.NEGATIVE_INFINITY);
    else if (letter === CLOSES_OBJECT || letter === CLOSES_LIST) members.pop();
    else if (letter === COLON && members.length > 0) {
      const count = (members.pop() ?? 0) + 1;
      members.push(count);
      widest = Math.max(widest, count);
    } else if (letter === QUOTE && at > textEnds) {
      textEnds = endOfText(text, at);
      if (!beginsDocument(text, at + 1)) at = textEnds;
    }
  }
  return widest;
}

function beginsDocument(text: string, at: number): boolean {
  const first = text.charCodeAt(at);
  // A blank, or one that is written as an escape, may stand before it.
  return first === OPENS_LIST || first === OPENS_OBJECT || first === SPACE || first === BACKSLASH;
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
