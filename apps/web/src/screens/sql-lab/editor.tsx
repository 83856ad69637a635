import { CodeEditor, type CodeEditorHandle, type CodeMark } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { errorText } from '../../api/client.ts';
import { fetchTables, formatSql } from '../../api/sql-lab.ts';
import { toast } from '../../base/toasts.tsx';
import { useLab } from './lab-store.ts';
import { useLabSwitches } from './lab-switches.ts';
import type { LabRun, LabTab } from './lab-tabs.ts';
import styles from './sql-lab.module.css';
import { useTableColumns } from './table-columns.ts';
import { Toolbar } from './toolbar/toolbar.tsx';

/** The SQL of a tab with its toolbar. */
export function Editor({ tab }: { tab: LabTab }) {
  const { change, run, stop } = useLab.getState();
  const database = useLab((state) => state.databases[String(tab.databaseId)]);
  const backend = database?.backend;
  const [selected, setSelected] = useState('');
  const editor = useRef<CodeEditorHandle>(null);
  const schema = useCompletion(tab);
  const completes = useLabSwitches((state) => state.completes);
  const marks = useMemo(() => marksOf(tab.run), [tab.run]);
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
        <CodeEditor
          key={tab.id}
          language="sql"
          label="SQL"
          handle={editor}
          value={tab.sql}
          marks={marks}
          schema={schema}
          completes={completes}
          placeholder="SELECT ..."
          onChange={(sql) => change(tab.id, { sql })}
          onSelect={setSelected}
          keys={{
            'Mod-Enter': start,
            'Ctrl-r': start,
            'Ctrl-e': () => void stop(tab.id),
            'Mod-Shift-f': () => void format(),
          }}
          {...(backend ? { dialect: backend } : {})}
        />
      </div>
      <Toolbar tab={tab} selected={selected} onRun={start} onFormat={() => void format()} />
    </section>
  );
}

/** Tables of the schema, with columns of those that were looked at, for completion. */
function useCompletion(tab: LabTab) {
  const tables = useQuery({
    queryKey: ['tables', tab.databaseId, tab.catalog, tab.schema],
    enabled: tab.databaseId !== null && tab.schema !== null,
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      fetchTables({ databaseId: tab.databaseId ?? 0, catalog: tab.catalog }, tab.schema ?? '', signal),
  });
  const columns = useTableColumns(tab);
  return useMemo(
    () => Object.fromEntries((tables.data ?? []).map((table) => [table.value, columns[table.value] ?? []])),
    [tables.data, columns],
  );
}

/** Places of the last error in the editor's text: `line` and `column` of its extra count from one within the text that was run. */
function marksOf(run: LabRun): CodeMark[] {
  return run.errors.flatMap((error) => {
    const line = Number(error.extra?.line);
    if (!Number.isInteger(line) || line < 1) return [];
    const column = Math.max(1, Number(error.extra?.column) || 1);
    const lines = run.sql.split('\n');
    const before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    const text = lines[line - 1] ?? '';
    const from = run.offset + before + Math.min(column - 1, Math.max(0, text.length - 1));
    const word = /^\w+/.exec(text.slice(column - 1))?.[0].length ?? 1;
    return [{ from, to: from + word, message: error.message }];
  });
}
