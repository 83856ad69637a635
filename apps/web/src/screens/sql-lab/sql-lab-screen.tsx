import { EmptyState, ErrorAlert } from '@chartroom/ui';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Input, Modal, Skeleton, Splitter, Tabs } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useThingTitle } from '../../base/title.ts';
import { useNarrow } from '../../shared/use-narrow.ts';
import { Editor } from './editor.tsx';
import { useLab } from './lab-store.ts';
import type { LabTab } from './lab-tabs.ts';
import { askedBy, asksForTab } from './opening.ts';
import { ResetState } from './reset-state.tsx';
import { SouthPane } from './results/south-pane.tsx';
import { SchemaPane } from './schema-pane.tsx';
import styles from './sql-lab.module.css';

/** `/sqllab/`: SQL in tabs, the schema beside it, the rows below it. */
export function SqlLabScreen() {
  const { ready, problem, tabs, active } = useLab();
  const { open, add, activate, close } = useLab.getState();
  const { pathname, searchStr } = useLocation();
  const navigate = useNavigate();
  const opened = useRef<string>(undefined);
  const [renaming, setRenaming] = useState<LabTab>();
  // Until the tab that the address asks for is there, no other one may take what is typed.
  const [opening, setOpening] = useState(asksForTab(askedBy(pathname, searchStr)));
  useEffect(() => {
    const address = pathname + searchStr;
    // While another page is being opened, its address is there before this screen is gone.
    if (!/^\/sqllab\/?(p\/|$)/.test(pathname) || opened.current === address) return;
    opened.current = address;
    const asked = askedBy(pathname, searchStr);
    const asks = asksForTab(asked);
    let isLeft = false;
    setOpening(asks);
    void open(asked)
      .then(() => {
        if (!asks || isLeft) return;
        // What is left of the address asks for nothing more.
        const rest = new URLSearchParams(asked.rest).toString();
        opened.current = `/sqllab/${rest && `?${rest}`}`;
        void navigate({ to: '/sqllab/', search: asked.rest, replace: true });
      })
      .finally(() => setOpening(false));
    return () => {
      isLeft = true;
    };
  }, [pathname, searchStr, open, navigate]);
  useThingTitle(ready && !opening ? tabs.find(({ id }) => id === active)?.label : undefined);
  if (!ready || opening) return <Skeleton className={styles.skeleton} active paragraph={{ rows: 10 }} />;
  if (problem.length > 0) {
    return (
      <div className={styles.skeleton}>
        <ErrorAlert errors={problem} />
      </div>
    );
  }
  if (tabs.length === 0)
    return (
      <EmptyState
        size="large"
        title="No database to query"
        description="There is no database connection that SQL Lab may use. An administrator can add one."
      />
    );
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">SQL Lab</h1>
      {new URLSearchParams(searchStr).get('reset') === '1' && <ResetState />}
      <Tabs
        type="editable-card"
        size="small"
        className={styles.tabs}
        activeKey={String(active)}
        onChange={(key) => void activate(Number(key))}
        onEdit={(key, action) => void (action === 'add' ? add() : close(Number(key)))}
        items={tabs.map((tab) => ({
          key: String(tab.id),
          label: (
            // biome-ignore lint/a11y/noStaticElementInteractions: the tab itself is the control; a double click renames it as in the reference
            <span className={styles.tabLabel} onDoubleClick={() => setRenaming(tab)}>
              <span
                className={styles.dot}
                data-status={tab.run.status}
                role="img"
                aria-label={tab.run.status}
              />
              {tab.label}
            </span>
          ),
          children: tab.id === active ? <TabBody tab={tab} /> : null,
        }))}
      />
      {renaming && <Rename tab={renaming} onClose={() => setRenaming(undefined)} />}
    </div>
  );
}

function TabBody({ tab }: { tab: LabTab }) {
  const narrow = useNarrow();
  if (!tab.loaded) return <Skeleton className={styles.skeleton} active />;
  const work = (
    <Splitter layout="vertical">
      <Splitter.Panel defaultSize="40%" min={120}>
        <Editor tab={tab} />
      </Splitter.Panel>
      <Splitter.Panel min={120}>
        <SouthPane tab={tab} />
      </Splitter.Panel>
    </Splitter>
  );
  if (narrow) {
    return (
      <Tabs
        size="small"
        className={styles.narrow}
        items={[
          { key: 'sql', label: 'SQL', children: <div className={styles.narrowBody}>{work}</div> },
          { key: 'schema', label: 'Schema', children: <SchemaPane tab={tab} /> },
        ]}
      />
    );
  }
  return (
    <Splitter className={styles.columns}>
      <Splitter.Panel defaultSize={280} min={200} max="40%" collapsible>
        <SchemaPane tab={tab} />
      </Splitter.Panel>
      <Splitter.Panel min={320}>{work}</Splitter.Panel>
    </Splitter>
  );
}

function Rename({ tab, onClose }: { tab: LabTab; onClose: () => void }) {
  const [label, setLabel] = useState(tab.label);
  const { change } = useLab.getState();
  const save = () => {
    if (label.trim()) change(tab.id, { label: label.trim() });
    onClose();
  };
  return (
    <Modal
      open
      title="Enter a new title for the tab"
      okText="Rename"
      okButtonProps={{ disabled: !label.trim() }}
      onOk={save}
      onCancel={onClose}
    >
      <Input
        autoFocus
        aria-label="Title"
        value={label}
        onChange={(event) => setLabel(event.target.value)}
        onPressEnter={save}
      />
    </Modal>
  );
}
