import { CodeEditor, EmptyState, ErrorAlert, InPieces } from '@chartroom/ui';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Skeleton, Splitter, Tabs } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useThingTitle } from '../../base/title.ts';
import { useNarrow } from '../../shared/use-narrow.ts';
import { DatasetNotice } from './dataset-notice.tsx';
import { Editor } from './editor.tsx';
import { keepNorth, keepWidth, keptNorth, keptWidth } from './kept-sizes.ts';
import { useLab } from './lab-store.ts';
import type { LabTab } from './lab-tabs.ts';
import { useLive } from './live/use-live.ts';
import { LossDialog } from './losses/loss-dialog.tsx';
import { askedBy, asksForTab } from './opening.ts';
import { ResetState } from './reset-state.tsx';
import { SouthPane } from './results/south-pane.tsx';
import { SchemaPane } from './schema/schema-pane.tsx';
import styles from './sql-lab.module.css';
import { TAB_PANEL, tabElementId } from './tabs/tab-handle.tsx';
import { TabStrip } from './tabs/tab-strip.tsx';
import { useLabKeys, useWindowSync } from './tabs/use-lab-keys.ts';
import { ToolbarDialogs } from './toolbar/toolbar-dialogs.tsx';

// Who opens SQL Lab writes.
void CodeEditor.preload();

/** `/sqllab/`: SQL in tabs, the schema beside it, the rows below it. */
export function SqlLabScreen() {
  const ready = useLab((state) => state.ready);
  const problem = useLab((state) => state.problem);
  const shown = useLab(({ tabs, active }) => tabs.find(({ id }) => id === active));
  const none = useLab(({ tabs }) => tabs.length === 0);
  const { open } = useLab.getState();
  const { pathname, searchStr } = useLocation();
  const navigate = useNavigate();
  const opened = useRef<string>(undefined);
  useLabKeys();
  useWindowSync();
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
  useThingTitle(ready && !opening ? shown?.label : undefined);
  const waiting = <Skeleton className={styles.skeleton} active paragraph={{ rows: 10 }} />;
  if (!ready || opening) return waiting;
  if (problem.length > 0) {
    return (
      <div className={styles.skeleton}>
        <ErrorAlert errors={problem} />
      </div>
    );
  }
  if (none)
    return (
      <EmptyState
        size="large"
        title="No database to query"
        description="There is no database connection that SQL Lab may use. An administrator can add one."
      />
    );
  return (
    <InPieces before={waiting}>
      <div className={styles.page}>
        <h1 className="visually-hidden">SQL Lab</h1>
        {new URLSearchParams(searchStr).get('reset') === '1' && <ResetState />}
        <TabStrip />
        <LossDialog />
        {shown && (
          <div
            key={shown.id}
            role="tabpanel"
            id={TAB_PANEL}
            aria-labelledby={tabElementId(shown.id)}
            className={styles.panel}
          >
            <TabBody tab={shown} />
          </div>
        )}
      </div>
    </InPieces>
  );
}

/** What is done with a tab: dialogs stay open when the window becomes narrow or wide, and all around them another one. */
function TabBody({ tab }: { tab: LabTab }) {
  return (
    <>
      <TabArea tab={tab} />
      <ToolbarDialogs tab={tab} />
    </>
  );
}

function TabArea({ tab }: { tab: LabTab }) {
  const narrow = useNarrow();
  if (!tab.loaded) return <Skeleton className={styles.skeleton} active />;
  const work = <Work tab={tab} narrow={narrow} />;
  if (!narrow) return <BesideLeftBar tab={tab}>{work}</BesideLeftBar>;
  return (
    <Tabs
      size="small"
      className={styles.narrow}
      items={[
        { key: 'sql', label: 'SQL', children: <div className={styles.narrowBody}>{work}</div> },
        // Also out of sight it says in which schema a new tab begins.
        { key: 'schema', label: 'Schema', forceRender: true, children: <SchemaPane tab={tab} /> },
      ]}
    />
  );
}

/** Percent of the height that the editor has until somebody has chosen another part. */
const NORTH = 30;
/** Pixels below which neither the editor nor what it brings is made, where the window has them. */
const LEAST = { usual: 200, dataset: 400 };

/** The editor of a tab above what it brings (contract/ui.md E3). */
function Work({ tab, narrow }: { tab: LabTab; narrow: boolean }) {
  const { isOn: isLive } = useLive(tab.databaseId);
  const [north, setNorth] = useState<number>();
  // Above one another the editor and its live rows need more of the height, until there is something to be seen below.
  const stacked = tab.run.status === 'idle' ? 68 : 52;
  const atFirst = narrow && isLive ? stacked : (keptNorth(tab.id) ?? NORTH);
  // A low window shows a part of both.
  const low = window.innerHeight / 4;
  return (
    <Splitter
      layout="vertical"
      onResize={([size]) => setNorth(size)}
      onResizeEnd={([size = 0, rest = 0]) => !narrow && keepNorth(tab.id, (100 * size) / (size + rest))}
    >
      <Splitter.Panel
        size={north ?? `${atFirst}%`}
        min={Math.min(tab.isDataset ? LEAST.dataset : LEAST.usual, low)}
        className={styles.north}
      >
        {tab.isDataset && <DatasetNotice tab={tab} />}
        <Editor tab={tab} />
      </Splitter.Panel>
      <Splitter.Panel min={Math.min(LEAST.usual, low)}>
        <SouthPane tab={tab} />
      </Splitter.Panel>
    </Splitter>
  );
}

/** Pixels of the left bar: it begins with them, and is not made narrower. */
const LEFT_BAR = 400;
/** The part of the window that it may have. */
const WIDEST = 0.6;

/** What is worked on, beside the tables; they slide away and come back (contract/ui.md E2). */
function BesideLeftBar({ tab, children }: { tab: LabTab; children: ReactNode }) {
  const { id, hidesLeftBar: hides } = tab;
  const { change } = useLab.getState();
  const [width, setWidth] = useState(() =>
    Math.min(keptWidth(id) ?? LEFT_BAR, Math.max(LEFT_BAR, window.innerWidth * WIDEST)),
  );
  const end = (size: number) => {
    const isHidden = size === 0;
    if (isHidden !== hides) change(id, { hidesLeftBar: isHidden });
    else if (!hides) keepWidth(id, size);
  };
  return (
    <Splitter
      className={styles.columns}
      collapsible={{ motion: true }}
      // What is folded away keeps the width that it had.
      onResize={([size = 0]) => size > 0 && !hides && setWidth(size)}
      onResizeEnd={([size = 0]) => end(size)}
    >
      <Splitter.Panel
        size={hides ? 0 : width}
        min={LEFT_BAR}
        max={`${WIDEST * 100}%`}
        resizable={!hides}
        collapsible
      >
        <div className={styles.leftBar} data-hidden={hides || undefined} style={{ width }}>
          <SchemaPane tab={tab} />
        </div>
      </Splitter.Panel>
      <Splitter.Panel min={320}>{children}</Splitter.Panel>
    </Splitter>
  );
}
