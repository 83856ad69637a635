import type { ReactNode } from 'react';
import styles from './filter-config.module.css';

export interface FieldProps {
  label: string;
  problem?: string | undefined;
  children: (id: string) => ReactNode;
}

/** A field with its label and what is wrong with it. */
export function Field({ label, problem, children }: FieldProps) {
  const id = `filter-${label.toLowerCase().replaceAll(/\W+/g, '-')}`;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
      <Problem text={problem} />
    </div>
  );
}

/** What is wrong with a field. */
export function Problem({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <div className={styles.problem} role="alert">
      {text}
    </div>
  );
}
