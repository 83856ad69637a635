import styles from './reports.module.css';

/** A message as its recipients see it: a document of its own, so that nothing of it reaches the page and no script in it runs. */
export function Letter({ title, html }: { title: string; html: string }) {
  return <iframe className={styles.letter} title={title} sandbox="" srcDoc={html} />;
}
