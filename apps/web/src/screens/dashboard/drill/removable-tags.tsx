import { Tag } from 'antd';
import styles from './drill.module.css';

export interface RemovableTagsProps {
  /** What a screen reader calls them. */
  label: string;
  tags: readonly string[];
  onRemove: (at: number) => void;
}

/** Conditions, each of which can be let go. */
export function RemovableTags({ label, tags, onRemove }: RemovableTagsProps) {
  if (tags.length === 0) return null;
  return (
    <ul className={styles.tags} aria-label={label}>
      {tags.map((text, at) => (
        <li key={text}>
          <Tag
            closable
            closeIcon={<span title={`Remove ${text}`}>×</span>}
            onClose={(event) => {
              event.preventDefault();
              onRemove(at);
            }}
          >
            {text}
          </Tag>
        </li>
      ))}
    </ul>
  );
}
