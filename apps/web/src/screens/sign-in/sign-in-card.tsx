import type { ReactNode } from 'react';
import styles from './sign-in.module.css';

/** The card that stands alone on the page before anyone is signed in. */
export function SignInCard({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <main className={styles.page}>
      <section className={styles.card} aria-labelledby="sign-in-title">
        <img src="/static/logo.svg" alt="" width={40} height={40} />
        <h1 id="sign-in-title">{title}</h1>
        <p>{lead}</p>
        {children}
      </section>
    </main>
  );
}
