import { StreamLanguage } from '@codemirror/language';

/** Marks inside a line of Markdown: what they look like, and what they are. */
const INSIDE: readonly (readonly [RegExp, string])[] = [
  [/^`[^`]*`/, 'string'],
  [/^!?\[[^\]]*\]\([^)]*\)/, 'keyword'],
  [/^(\*\*|__)(?=\S).+?\1/, 'strong'],
  [/^([*_])(?=\S).+?\1/, 'emphasis'],
  [/^<\/?[a-z][^>]*>/i, 'typeName'],
];

/** Markdown as far as its marks can be told line by line. */
export const MARKDOWN = StreamLanguage.define<{ isCode: boolean }>({
  name: 'markdown',
  startState: () => ({ isCode: false }),
  token(stream, state) {
    if (stream.sol() && stream.match(/^\s*(```|~~~).*/)) {
      state.isCode = !state.isCode;
      return 'string';
    }
    if (state.isCode) {
      stream.skipToEnd();
      return 'string';
    }
    if (stream.sol() && stream.match(/^#{1,6}\s.*/)) return 'heading';
    if (stream.sol() && stream.match(/^\s*([-*+]|\d+[.)]|>)\s+/)) return 'keyword';
    for (const [mark, kind] of INSIDE) if (stream.match(mark)) return kind;
    stream.next();
    return null;
  },
});
