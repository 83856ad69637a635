import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import styles from './list-view.module.css';

/** Something that can be done with several chosen rows at once. */
export interface BulkAction<Row> {
  label: string;
  danger?: boolean;
  /** Rows among the chosen with which this cannot be done; the others are told to `run`. */
  refuses?: (row: Row) => boolean;
  run: (rows: Row[], done: () => void) => void;
}

export interface BulkBarProps<Row> {
  rows: Row[];
  actions: BulkAction<Row>[];
  /** What is said instead of the count alone, e.g. how many of which kind. */
  summary?: ((rows: Row[]) => string) | undefined;
  onClear: () => void;
  onClose: () => void;
}

/** What is chosen in a list, and what can be done with it; closing it ends the choosing. */
export function BulkBar<Row>({ rows, actions, summary, onClear, onClose }: BulkBarProps<Row>) {
  return (
    <div className={styles.bulk} role="status">
      <span>{summary?.(rows) ?? `${rows.length} Selected`}</span>
      {rows.length > 0 && (
        <>
          <Button type="link" size="small" onClick={onClear}>
            Deselect all
          </Button>
          {actions.map((action) => {
            const fit = rows.filter((row) => !action.refuses?.(row));
            return (
              <Button
                key={action.label}
                size="small"
                danger={action.danger ?? false}
                disabled={fit.length === 0}
                onClick={() => action.run(fit, onClear)}
              >
                {action.label}
              </Button>
            );
          })}
        </>
      )}
      <Button
        className={styles.bulkClose}
        type="text"
        size="small"
        icon={<CloseOutlined aria-hidden />}
        aria-label="End bulk select"
        onClick={onClose}
      />
    </div>
  );
}
