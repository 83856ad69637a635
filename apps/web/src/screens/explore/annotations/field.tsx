import type { ReactNode } from 'react';
import styles from './annotations.module.css';
import type { Layer } from './layer.ts';

/** What a part of the editor works with. */
export interface LayerPartProps {
  layer: Layer;
  problems: Readonly<Record<string, string>>;
  change: (part: Layer) => void;
}

/** A field with its name and what is wrong with it. */
export function Field({
  label,
  problem,
  children,
}: {
  label: string;
  problem?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className={styles.field}>
      <span className={styles.label}>{label}</span>
      {children}
      {problem && (
        <span className={styles.problem} role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}
