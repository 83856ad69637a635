import type { CodeEditorHandle } from '@chartroom/ui';
import { useRef, useState } from 'react';
import { formatText } from './editor/format-text.ts';
import { SqlEditor } from './editor/sql-editor.tsx';
import { useLab } from './lab-store.ts';
import type { LabTab } from './lab-tabs.ts';
import styles from './sql-lab.module.css';
import { Toolbar } from './toolbar/toolbar.tsx';

/** The SQL of a tab with its toolbar. */
export function Editor({ tab }: { tab: LabTab }) {
  const { run } = useLab.getState();
  const backend = useLab((state) => state.databases[String(tab.databaseId)]?.backend);
  const [selected, setSelected] = useState('');
  const editor = useRef<CodeEditorHandle>(null);
  const start = () => {
    const at = editor.current?.range().from;
    void run(tab.id, editor.current?.selection() ?? '', undefined, at);
  };
  const format = () => void (editor.current && formatText(editor.current, backend));
  return (
    <section className={styles.editor} aria-label="Editor">
      <div className={styles.code}>
        <SqlEditor
          key={tab.id}
          tab={tab}
          handle={editor}
          onSelect={setSelected}
          onRun={start}
          onFormat={format}
        />
      </div>
      <Toolbar tab={tab} selected={selected} onRun={start} onFormat={format} />
    </section>
  );
}
