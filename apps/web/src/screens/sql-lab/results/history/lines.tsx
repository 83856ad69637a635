import styles from './history.module.css';
import { diffLines } from './line-diff.ts';

const SIGNS = { both: ' ', before: '−', after: '+' } as const;

interface NamedText {
  text: string;
  /** What it is, for who hears it. */
  name: string;
}

/** Two texts in one, line by line. */
export function LineDiff({ before, after }: { before: NamedText; after: NamedText }) {
  const spoken = { both: '', before: `only in ${before.name}: `, after: `only in ${after.name}: ` };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long texts are scrolled by keys
    <pre className={styles.diff} tabIndex={0}>
      {diffLines(before.text, after.text).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place
        <div key={at} data-in={line.in}>
          <span aria-hidden>{SIGNS[line.in]} </span>
          <span className="visually-hidden">{spoken[line.in]}</span>
          {line.text}
        </div>
      ))}
    </pre>
  );
}
