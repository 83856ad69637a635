import { PostgreSQL } from '@codemirror/lang-sql';
import { highlightCode, tagHighlighter } from '@lezer/highlight';
import { useMemo } from 'react';
import { CODE_COLORS } from './code-colors.ts';

/** Names each colour by its place in the list. */
const PLACES = tagHighlighter(CODE_COLORS.map(({ tag }, index) => ({ tag, class: String(index) })));

/** The words of a piece of SQL in their colours. */
export function SqlTextView({ text }: { text: string }) {
  const parts = useMemo(() => partsOf(text), [text]);
  return parts.map(({ from, words, place }) => {
    const color = place === undefined ? undefined : CODE_COLORS[place];
    if (!color) return <span key={from}>{words}</span>;
    const { tag: _tag, ...style } = color;
    return (
      <span key={from} style={style}>
        {words}
      </span>
    );
  });
}

interface Part {
  from: number;
  words: string;
  place: number | undefined;
}

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  const add = (words: string, place?: number) => {
    parts.push({ from, words, place });
    from += words.length;
  };
  highlightCode(
    text,
    PostgreSQL.language.parser.parse(text),
    PLACES,
    (words, classes) => add(words, classes === '' ? undefined : Number.parseInt(classes, 10)),
    () => add('\n'),
  );
  return parts;
}
