import {
  CaretRightOutlined,
  CodeOutlined,
  DownOutlined,
  LinkOutlined,
  SaveOutlined,
  StopOutlined,
} from '@ant-design/icons';
import { copyText, DropMenu, Hint, loadable } from '@chartroom/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Space } from 'antd';
import { useState } from 'react';
import { errorText } from '../../../api/client.ts';
import { makeQueryLink } from '../../../api/sql-lab.ts';
import { bootstrap, may } from '../../../base/bootstrap.ts';
import { toast } from '../../../base/toasts.tsx';
import { RunTimer } from '../../../shared/run-timer.tsx';
import { useLab } from '../lab-store.ts';
import type { LabRun, LabTab } from '../lab-tabs.ts';
import styles from '../sql-lab.module.css';
import { Estimate } from './estimate.tsx';
import type { Made } from './make-table.tsx';
import { MoreMenu } from './more-menu.tsx';
import { useToolbarDialog } from './toolbar-dialogs.tsx';
import { isBlank, limitChoices, spaced } from './toolbar-rules.ts';
import { UnknownDatabase } from './unknown-database.tsx';

const MakeTableModal = loadable(async () => (await import('./make-table.tsx')).MakeTableModal);

/** What is done with the SQL of a tab (contract/ui.md E3). */
export function Toolbar({
  tab,
  selected,
  onRun,
  onFormat,
}: {
  tab: LabTab;
  /** What is selected in the editor, or the empty text. */
  selected: string;
  onRun: () => void;
  onFormat: () => void;
}) {
  const { change, stop } = useLab.getState();
  const isKnown = useLab((state) => state.databases[String(tab.databaseId)] !== undefined);
  if (!isKnown) return <UnknownDatabase tab={tab} />;
  const nothing = isBlank(selected || tab.sql);
  return (
    <div className={styles.toolbar}>
      {tab.run.status === 'running' ? (
        <Button danger icon={<StopOutlined aria-hidden />} onClick={() => void stop(tab.id)}>
          Stop
        </Button>
      ) : (
        <RunButton tab={tab} selected={selected} disabled={nothing} onRun={onRun} />
      )}
      <Estimate tab={tab} selected={selected} disabled={nothing} />
      <DropMenu
        trigger={['click']}
        menu={{
          selectable: true,
          selectedKeys: [String(tab.limit)],
          items: LIMITS.map((limit) => ({ key: String(limit), label: spaced(limit) })),
          onClick: ({ key }) => change(tab.id, { limit: Number(key) }),
        }}
      >
        <Button>LIMIT: {spaced(tab.limit)}</Button>
      </DropMenu>
      <Timer run={tab.run} />
      <span className={styles.gap} />
      <SaveButton disabled={nothing} />
      {may('can_write', 'SqlLabPermalinkRestApi') && (
        <Hint title="Copy link">
          <Button
            type="text"
            icon={<LinkOutlined aria-hidden />}
            aria-label="Copy link"
            disabled={nothing}
            onClick={() => void copyLink(tab)}
          />
        </Hint>
      )}
      {bootstrap.conf.EMBEDDED_SUPERSET === true && may('can_write', 'SqlLabPermalinkRestApi') && (
        <Hint title="Embed">
          <Button
            type="text"
            icon={<CodeOutlined aria-hidden />}
            aria-label="Embed"
            disabled={nothing}
            onClick={() => useToolbarDialog.setState({ open: 'embed' })}
          />
        </Hint>
      )}
      <MoreMenu tab={tab} disabled={nothing} onFormat={onFormat} />
    </div>
  );
}

const MOST = Number(bootstrap.conf.SQL_MAX_ROW) || 100_000;
const LIMITS = limitChoices(MOST);

function RunButton({
  tab,
  selected,
  disabled,
  onRun,
}: {
  tab: LabTab;
  selected: string;
  disabled: boolean;
  onRun: () => void;
}) {
  const database = useLab((state) => state.databases[String(tab.databaseId)]);
  const client = useQueryClient();
  const [making, setMaking] = useState<Made>();
  const create = async (method: Made, name: string) => {
    await useLab.getState().run(tab.id, selected, { method, name });
    await client.invalidateQueries({ queryKey: ['tables', tab.databaseId] });
  };
  const items = [
    ...(database?.allow_ctas ? [{ key: 'TABLE', label: 'CREATE TABLE AS' }] : []),
    ...(database?.allow_cvas ? [{ key: 'VIEW', label: 'CREATE VIEW AS' }] : []),
  ];
  return (
    <>
      <Space.Compact>
        <Hint title="Ctrl + Enter">
          <Button
            type="primary"
            icon={<CaretRightOutlined aria-hidden />}
            disabled={disabled}
            onClick={onRun}
          >
            {selected ? 'Run selection' : 'Run'}
          </Button>
        </Hint>
        {items.length > 0 && (
          <DropMenu
            trigger={['click']}
            autoFocus
            disabled={disabled}
            menu={{ items, onClick: ({ key }) => setMaking(key === 'VIEW' ? 'VIEW' : 'TABLE') }}
          >
            <Button type="primary" icon={<DownOutlined aria-hidden />} aria-label="Run as" />
          </DropMenu>
        )}
      </Space.Compact>
      {making && (
        <MakeTableModal
          method={making}
          onCreate={(name) => void create(making, name)}
          onClose={() => setMaking(undefined)}
        />
      )}
    </>
  );
}

/** Saves the text as a query, or makes a dataset of it. */
function SaveButton({ disabled }: { disabled: boolean }) {
  const mayQuery = may('can_write', 'SavedQuery');
  const mayDataset = may('can_write', 'Dataset');
  const open = (dialog: 'save' | 'dataset') => useToolbarDialog.setState({ open: dialog });
  return (
    <Space.Compact>
      {mayQuery && (
        <Button icon={<SaveOutlined aria-hidden />} disabled={disabled} onClick={() => open('save')}>
          Save
        </Button>
      )}
      {mayDataset && (
        <DropMenu
          trigger={['click']}
          autoFocus
          disabled={disabled}
          menu={{
            items: [{ key: 'dataset', label: 'Save dataset' }],
            onClick: () => open('dataset'),
          }}
        >
          <Button
            icon={mayQuery ? <DownOutlined aria-hidden /> : <SaveOutlined aria-hidden />}
            aria-label="Save as"
          />
        </DropMenu>
      )}
    </Space.Compact>
  );
}

async function copyLink(tab: LabTab): Promise<void> {
  try {
    const { databaseId: dbId, label: name, catalog, schema, sql, templateParams } = tab;
    if (dbId === null) return;
    await copyText(await makeQueryLink({ dbId, name, catalog, schema, sql, autorun: false, templateParams }));
    toast.success('Link Copied!');
  } catch (error) {
    toast.error(errorText(error));
  }
}

function Timer({ run }: { run: LabRun }) {
  const running = run.status === 'running';
  const color = COLORS[run.status] ?? 'error';
  return <RunTimer run={run} running={running} color={color} />;
}

/** Colours of the timer by what became of a run; a failure has that of an error. */
const COLORS: Readonly<Record<string, 'processing' | 'success' | 'warning'>> = {
  running: 'processing',
  success: 'success',
  stopped: 'warning',
};
