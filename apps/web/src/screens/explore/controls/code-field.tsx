import { CodeEditor } from '@chartroom/ui';
import { useEffect, useRef, useState } from 'react';
import styles from './controls.module.css';
import type { ValueFieldProps } from './value-fields.tsx';

/** How long typing must rest before the chart is drawn anew, in milliseconds. */
const TYPING_REST = 500;

/** A text of several lines in a language: styles, or a template. */
export function CodeField({ control, label, value, onChange }: ValueFieldProps) {
  const given = typeof value === 'string' ? value : '';
  const [draft, setDraft] = useState(given);
  useEffect(() => setDraft(given), [given]);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    if (draft === given) return;
    const timer = setTimeout(() => latest.current(draft), TYPING_REST);
    return () => clearTimeout(timer);
  }, [draft, given]);
  return (
    <div id={`control-${control.name}`} className={styles.code}>
      <CodeEditor
        language={control.type === 'StyleControl' ? 'css' : 'markdown'}
        label={label}
        value={draft}
        onChange={setDraft}
      />
    </div>
  );
}
