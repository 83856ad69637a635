import { Input, type InputRef } from 'antd';
import { useEffect, useRef, useState } from 'react';
import styles from './editable-title.module.css';

export interface EditableTitleProps {
  title: string;
  placeholder: string;
  /** What the field is called for a screen reader. */
  label: string;
  editable: boolean;
  onSave: (title: string) => void;
}

/** A title that becomes a field where it may be changed: Enter keeps, Escape gives up. */
export function EditableTitle({ title, placeholder, label, editable, onSave }: EditableTitleProps) {
  const [draft, setDraft] = useState(title);
  const input = useRef<InputRef>(null);
  useEffect(() => setDraft(title), [title]);
  if (!editable) {
    return (
      <h1 className={styles.title} title={title}>
        {title || placeholder}
      </h1>
    );
  }
  const keep = () => {
    if (draft.trim() !== title) onSave(draft.trim());
  };
  return (
    <div className={styles.field} data-text={draft || placeholder}>
      <Input
        ref={input}
        variant="borderless"
        aria-label={label}
        className={styles.input}
        value={draft}
        placeholder={placeholder}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={keep}
        onPressEnter={() => input.current?.blur()}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setDraft(title);
        }}
      />
    </div>
  );
}
