const NARROW = /[.,:;|!'ijlIft()[\]{} ]/;
/** Pixels by which a label may be longer than it is measured. */
const LABEL_SLACK = 6;
const WIDE = /[mwMW%@—]/;

/**
 * Width of a text in pixels without a screen to measure on: an average sans-serif font, by kinds of characters.
 * A little generous, so that what is fitted by it does fit.
 */
export function textWidth(text: string, fontSize: number): number {
  let ems = 0;
  for (const character of text) {
    if ((character.codePointAt(0) ?? 0) > 0x2e7f) ems += 1;
    else if (NARROW.test(character)) ems += 0.32;
    else if (WIDE.test(character)) ems += 0.9;
    else if (character >= 'A' && character <= 'Z') ems += 0.7;
    else ems += 0.58;
  }
  return ems * fontSize;
}

/** Pixels that the longest of some labels needs beside its mark: a little more than it is measured. */
export function longestWidth(labels: Iterable<string>, fontSize: number): number {
  let longest = 0;
  for (const label of labels) longest = Math.max(longest, textWidth(label, fontSize));
  return longest === 0 ? 0 : Math.ceil(longest) + LABEL_SLACK;
}

/** The largest whole font size, at most `wanted`, at which the text fits the width. At least 8 pixels. */
export function fittingFontSize(text: string, wanted: number, width: number): number {
  const needed = textWidth(text, wanted);
  return Math.max(8, Math.floor(needed <= width ? wanted : (wanted * width) / needed));
}

/** The beginning of a text that fits the width. */
export function cutText(text: string, fontSize: number, width: number): string {
  const dots = textWidth('…', fontSize);
  let taken = 0;
  let end = 0;
  let fitting = 0;
  for (const character of text) {
    taken += textWidth(character, fontSize);
    if (taken > width) return fitting > 0 ? `${text.slice(0, fitting).trimEnd()}…` : '…';
    end += character.length;
    if (taken + dots <= width) fitting = end;
  }
  return text;
}
