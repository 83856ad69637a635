import { EmptyState, ErrorAlert } from '@chartroom/ui';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Skeleton, Splitter, Tabs } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useThingTitle } from '../../base/title.ts';
import { useNarrow } from '../../shared/use-narrow.ts';
import { DatasetNotice } from './dataset-notice.tsx';
import { Editor } from './editor.tsx';
import { keepSize, keptSize } from './kept-sizes.ts';
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
  if (!ready || opening) return <Skeleton className={styles.skeleton} active paragraph={{ rows: 10 }} />;
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
  );
}

/** Pixels of the left bar until somebody has chosen others. */
const LEFT_BAR = 280;

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
  const { isOn: isLive } = useLive(tab.databaseId);
  const [north, setNorth] = useState<number>();
  // Above one another the editor and its live rows need more of the height, until there is something to be seen below.
  const stacked = tab.run.status === 'idle' ? 68 : 52;
  const atFirst = narrow && isLive ? stacked : (keptSize('north') ?? 40);
  if (!tab.loaded) return <Skeleton className={styles.skeleton} active />;
  const work = (
    <Splitter
      layout="vertical"
      onResize={([size]) => setNorth(size)}
      onResizeEnd={([size = 0, rest = 0]) => !narrow && keepSize('north', (100 * size) / (size + rest))}
    >
      <Splitter.Panel size={north ?? `${atFirst}%`} min={120} className={styles.north}>
        {tab.isDataset && <DatasetNotice tab={tab} />}
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
  if (tab.hidesLeftBar) return <div className={styles.columns}>{work}</div>;
  return (
    <Splitter className={styles.columns} onResizeEnd={([width]) => keepSize('leftBar', width)}>
      <Splitter.Panel defaultSize={keptSize('leftBar') ?? LEFT_BAR} min={200} max="40%" collapsible>
        <SchemaPane tab={tab} />
      </Splitter.Panel>
      <Splitter.Panel min={320}>{work}</Splitter.Panel>
    </Splitter>
  );
}
