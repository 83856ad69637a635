import type { CodeSpan } from '@chartroom/ui';

/** A selection of more than a character without the blanks around it, else the whole text. */
export function pieceToFormat(text: string, { from, to }: CodeSpan): CodeSpan {
  const selected = text.slice(from, to);
  if (selected.trim().length < 2) return { from: 0, to: text.length };
  const before = selected.length - selected.trimStart().length;
  return { from: from + before, to: from + selected.trimEnd().length };
}

/** Lines behind the first one begin where its line does. */
export function indented(laid: string, text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const blanks = /^[ \t]*/.exec(line)?.[0] ?? '';
  return laid.replaceAll('\n', `\n${blanks}`);
}
