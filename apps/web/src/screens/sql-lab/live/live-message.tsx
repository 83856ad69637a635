import { EmptyState } from '@chartroom/ui';
import styles from './live.module.css';

/** What the pane says where it has no rows. */
export function LiveMessage({
  title,
  text,
  action,
}: {
  title: string;
  text: string;
  action?: React.ReactNode;
}) {
  return (
    <div className={styles.message}>
      <EmptyState size="small" title={title} description={text} action={action} />
    </div>
  );
}
