import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  title?: string;
  description?: ReactNode;
  action?: ReactNode;
  size?: 'small' | 'medium' | 'large';
}

/** What stands where nothing is: default texts, and a way on. */
export function EmptyState({
  title = 'No results',
  description = 'There is currently no information to display.',
  action,
  size = 'medium',
}: EmptyStateProps) {
  return (
    <div className={styles.empty} data-size={size}>
      {size !== 'small' && <EmptyPicture />}
      <div className={styles.title}>{title}</div>
      {description && <div className={styles.description}>{description}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

function EmptyPicture() {
  return (
    <svg className={styles.picture} viewBox="0 0 96 64" aria-hidden="true">
      <path d="M8 56h80" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      <rect x="16" y="36" width="12" height="20" rx="2" fill="currentColor" opacity="0.25" />
      <rect x="36" y="24" width="12" height="32" rx="2" fill="currentColor" opacity="0.4" />
      <rect x="56" y="42" width="12" height="14" rx="2" fill="currentColor" opacity="0.25" />
      <path
        d="M14 26 40 12l22 16 22-20"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeDasharray="3 4"
        strokeLinecap="round"
      />
    </svg>
  );
}
