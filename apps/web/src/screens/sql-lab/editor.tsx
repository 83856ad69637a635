import {
  AlignLeftOutlined,
  CaretRightOutlined,
  LinkOutlined,
  SaveOutlined,
  StopOutlined,
} from '@ant-design/icons';
import { type CodeEditorHandle, copyText, Hint } from '@chartroom/ui';
import { Alert, Button, Dropdown } from 'antd';
import { useRef, useState } from 'react';
import { errorText } from '../../api/client.ts';
import { formatSql, makeQueryLink } from '../../api/sql-lab.ts';
import { may } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import { RunTimer } from '../../shared/run-timer.tsx';
import { SqlEditor } from './editor/sql-editor.tsx';
import { useLab } from './lab-store.ts';
import type { LabRun, LabTab } from './lab-tabs.ts';
import { Parameters } from './parameters.tsx';
import { SaveQueryModal } from './save-query-modal.tsx';
import styles from './sql-lab.module.css';

/** Choices of the row limit: powers of ten up to the server's most (contract/ui.md E3). */
const LIMITS = [10, 100, 1_000, 10_000, 100_000];

/** The SQL of a tab with its toolbar. */
export function Editor({ tab }: { tab: LabTab }) {
  const { change, run, stop } = useLab.getState();
  const database = useLab((state) => state.databases[String(tab.databaseId)]);
  const backend = database?.backend;
  const [isSaving, setSaving] = useState(false);
  const editor = useRef<CodeEditorHandle>(null);
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
        <SqlEditor key={tab.id} tab={tab} handle={editor} onRun={start} onFormat={() => void format()} />
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
