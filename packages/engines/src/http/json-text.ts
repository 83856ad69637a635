/** The place behind the JSON value that begins at `at`: strings and brackets are passed over as a whole. */
export function endOfItem(text: string, at: number): number {
  let depth = 0;
  for (let place = at; place < text.length; place++) {
    const code = text.charCodeAt(place);
    if (code === 0x22) place = endOfString(text, place);
    else if (code === 0x5b || code === 0x7b) depth += 1;
    else if (code === 0x5d || code === 0x7d) {
      if (depth === 0) return place;
      depth -= 1;
    } else if (code === 0x2c && depth === 0) return place;
  }
  return text.length;
}

/** The place of the closing quote. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Digits that a number of JavaScript may not hold. */
const WIDE = /^-?\d{16,}$/;

/** Reads JSON in which whole numbers of 16 digits or more become text, so that none of their digits is lost. */
export function parseExactly(text: string): unknown {
  return JSON.parse(text.replace(TOKEN, (token) => (WIDE.test(token) ? `"${token}"` : token)));
}
