import type { CodeEditorHandle } from '@chartroom/ui';
import { useRef, useState } from 'react';
import { errorText } from '../../api/client.ts';
import { formatSql } from '../../api/sql-lab.ts';
import { toast } from '../../base/toasts.tsx';
import { SqlEditor } from './editor/sql-editor.tsx';
import { useLab } from './lab-store.ts';
import type { LabTab } from './lab-tabs.ts';
import styles from './sql-lab.module.css';
import { Toolbar } from './toolbar/toolbar.tsx';

/** The SQL of a tab with its toolbar. */
export function Editor({ tab }: { tab: LabTab }) {
  const { change, run } = useLab.getState();
  const backend = useLab((state) => state.databases[String(tab.databaseId)]?.backend);
  const [selected, setSelected] = useState('');
  const editor = useRef<CodeEditorHandle>(null);
  const start = () => void run(tab.id, editor.current?.selection() ?? '');
  const format = async () => {
    try {
      change(tab.id, { sql: await formatSql(tab.sql, backend) });
    } catch (error) {
      toast.error(errorText(error));
    }
  };
  return (
    <section className={styles.editor} aria-label="Editor">
      <div className={styles.code}>
        <SqlEditor
          key={tab.id}
          tab={tab}
          handle={editor}
          onSelect={setSelected}
          onRun={start}
          onFormat={() => void format()}
        />
      </div>
      <Toolbar tab={tab} selected={selected} onRun={start} onFormat={() => void format()} />
    </section>
  );
}
