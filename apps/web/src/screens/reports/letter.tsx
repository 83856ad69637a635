import styles from './reports.module.css';

interface LetterProps {
  title: string;
  html: string;
  /** It says little, and what it is about stands below. */
  isShort?: boolean;
}

/** A message as its recipients see it: a document of its own, so that nothing of it reaches the page and no script in it runs. */
export function Letter({ title, html, isShort = false }: LetterProps) {
  return <iframe className={styles.letter} data-short={isShort} title={title} sandbox="" srcDoc={html} />;
}
