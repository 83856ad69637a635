import { CodeEditor, type CodeMark } from '@chartroom/ui';
import styles from './editor.module.css';

export interface CodeFieldProps {
  label: string;
  language: 'sql' | 'json' | 'css';
  /** Pixels; 240 unless told. */
  height?: number;
  marks?: readonly CodeMark[];
  readOnly?: boolean;
  /** Set by the form. */
  value?: string;
  onChange?: (value: string) => void;
}

/** A code editor as a form's field. */
export function CodeField({
  label,
  language,
  height = 240,
  marks,
  readOnly,
  value,
  onChange,
}: CodeFieldProps) {
  return (
    <div className={styles.code} style={{ height }}>
      <CodeEditor
        label={label}
        language={language}
        value={value ?? ''}
        {...(onChange ? { onChange } : {})}
        {...(marks ? { marks } : {})}
        readOnly={readOnly ?? false}
      />
    </div>
  );
}
