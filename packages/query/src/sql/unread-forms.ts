import type { Token } from './tokens.ts';

/**
 * The text without what the library does not read of types behind `::`, which says nothing about what a statement does:
 * the length of bits and intervals, and `varying` of bits. Blanks stand there instead, so that positions stay.
 */
export function withoutUnreadForms(text: string, tokens: readonly Token[], start: number): string {
  let read = text;
  for (const [place, token] of tokens.entries()) {
    if (!/^(bit|varbit|interval)$/i.test(token.text) || tokens[place - 1]?.text.endsWith(':') !== true) continue;
    const next = tokens[place + 1];
    const varies = /^bit$/i.test(token.text) && /^varying$/i.test(next?.text ?? '');
    const [bracket, length, closing] = tokens.slice(place + (varies ? 2 : 1));
    const sized = bracket?.text === '(' && /^\d+$/.test(length?.text ?? '') && closing?.text === ')';
    const end = sized ? closing.start + 1 : varies && next ? next.start + next.text.length : undefined;
    if (end === undefined) continue;
    const from = token.start + token.text.length - start;
    read = read.slice(0, from) + ' '.repeat(end - start - from) + read.slice(end - start);
  }
  return read;
}
