import {
  AlignLeftOutlined,
  CaretRightOutlined,
  LinkOutlined,
  SaveOutlined,
  StopOutlined,
} from '@ant-design/icons';
import { CodeEditor, type CodeEditorHandle, type CodeMark, copyText, Hint } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Dropdown } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { errorText } from '../../api/client.ts';
import { fetchTables, formatSql, makeQueryLink } from '../../api/sql-lab.ts';
import { may } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import { RunTimer } from '../../shared/run-timer.tsx';
import { useLab } from './lab-store.ts';
import type { LabRun, LabTab } from './lab-tabs.ts';
import { Parameters } from './parameters.tsx';
import { SaveQueryModal } from './save-query-modal.tsx';
import styles from './sql-lab.module.css';
import { useTableColumns } from './table-columns.ts';

/** Choices of the row limit: powers of ten up to the server's most (contract/ui.md E3). */
const LIMITS = [10, 100, 1_000, 10_000, 100_000];

/** The SQL of a tab with its toolbar. */
export function Editor({ tab }: { tab: LabTab }) {
  const { change, run, stop } = useLab.getState();
  const database = useLab((state) => state.databases[String(tab.databaseId)]);
  const backend = database?.backend;
  const [isSaving, setSaving] = useState(false);
  const editor = useRef<CodeEditorHandle>(null);
  const schema = useCompletion(tab);
  const marks = useMemo(() => marksOf(tab.run), [tab.run]);
  const running = tab.run.status === 'running';
  const start = () => void run(tab.id, editor.current?.selection() ?? '');
  const format = async () => {
    try {
      change(tab.id, { sql: await formatSql(tab.sql, backend) });
    } catch (error) {
      toast.error(errorText(error));
    }
  };
  const link = async () => {
    try {
      const { databaseId: dbId, label: name, catalog, schema, sql, templateParams } = tab;
      if (dbId === null) return;
      await copyText(
        await makeQueryLink({ dbId, name, catalog, schema, sql, autorun: false, templateParams }),
      );
      toast.success('Link Copied!');
    } catch (error) {
      toast.error(errorText(error));
    }
  };
  const nothing = isBlank(tab.sql);
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
          placeholder="SELECT ..."
          onChange={(sql) => change(tab.id, { sql })}
          keys={{
            'Mod-Enter': start,
            'Ctrl-r': start,
            'Ctrl-e': () => void stop(tab.id),
            'Mod-Shift-f': () => void format(),
          }}
          {...(backend ? { dialect: backend } : {})}
        />
      </div>
      {database ? toolbar() : <UnknownDatabase />}
      {isSaving && <SaveQueryModal tab={tab} onClose={() => setSaving(false)} />}
    </section>
  );

  function toolbar() {
    return (
      <div className={styles.toolbar}>
        {running ? (
          <Button danger icon={<StopOutlined aria-hidden />} onClick={() => void stop(tab.id)}>
            Stop
          </Button>
        ) : (
          <Hint title="Ctrl + Enter">
            <Button
              type="primary"
              icon={<CaretRightOutlined aria-hidden />}
              disabled={nothing}
              onClick={start}
            >
              Run
            </Button>
          </Hint>
        )}
        <Dropdown
          trigger={['click']}
          menu={{
            selectable: true,
            selectedKeys: [String(tab.limit)],
            items: LIMITS.map((limit) => ({ key: String(limit), label: spaced(limit) })),
            onClick: ({ key }) => change(tab.id, { limit: Number(key) }),
          }}
        >
          <Button>LIMIT: {spaced(tab.limit)}</Button>
        </Dropdown>
        <Timer run={tab.run} />
        <span className={styles.gap} />
        <Parameters key={tab.id} tab={tab} />
        {may('can_write', 'SavedQuery') && (
          <Button icon={<SaveOutlined aria-hidden />} disabled={nothing} onClick={() => setSaving(true)}>
            Save
          </Button>
        )}
        <Hint title="Format SQL (Ctrl + Shift + F)">
          <Button
            type="text"
            icon={<AlignLeftOutlined aria-hidden />}
            aria-label="Format SQL"
            disabled={nothing}
            onClick={() => void format()}
          />
        </Hint>
        <Hint title="Copy link">
          <Button
            type="text"
            icon={<LinkOutlined aria-hidden />}
            aria-label="Copy link"
            disabled={nothing}
            onClick={() => void link()}
          />
        </Hint>
      </div>
    );
  }
}

/** Instead of the toolbar, where there is nobody to ask (contract/ui.md E3). */
function UnknownDatabase() {
  return (
    <Alert
      type="warning"
      showIcon
      title="The database of this query is not among those that you may query"
      description="Choose one of the available databases in the schema pane."
    />
  );
}

function Timer({ run }: { run: LabRun }) {
  const running = run.status === 'running';
  const color = COLORS[run.status] ?? 'error';
  return <RunTimer run={run} running={running} color={color} />;
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

function isBlank(sql: string): boolean {
  return (
    sql
      .replaceAll(/--[^\n]*/g, '')
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .trim() === ''
  );
}

function spaced(value: number): string {
  return value.toLocaleString('en').replaceAll(',', ' ');
}

/** Colours of the timer by what became of a run; a failure has that of an error. */
const COLORS: Readonly<Record<string, 'processing' | 'success' | 'warning'>> = {
  running: 'processing',
  success: 'success',
  stopped: 'warning',
};
