import { Tabs } from 'antd';
import { useEffect } from 'react';
import { errorText } from '../../../api/client.ts';
import { fetchOpenTables } from '../../../api/sql-lab.ts';
import { toast } from '../../../base/toasts.tsx';
import type { LabTab } from '../lab-tabs.ts';
import { DownloadList } from './downloads.tsx';
import { History } from './history/history.tsx';
import { PreviewPicker } from './preview/preview-picker.tsx';
import { TablePreview } from './preview/table-preview.tsx';
import styles from './results.module.css';
import { Results } from './results.tsx';
import { NO_SOUTH, previewKey, useSouth } from './south-store.ts';
import { tellOfEnds } from './tell-of-ends.ts';

/** What the last run brought, the runs before it, and tables that are looked at (contract/ui.md E4). */
export function SouthPane({ tab }: { tab: LabTab }) {
  const { view, tables } = useSouth((state) => state.tabs[tab.id] ?? NO_SOUTH);
  const { look, close } = useSouth.getState();
  useFoundTables(tab.id);
  useEffect(tellOfEnds, []);
  const isOpen = ['results', 'history', ...tables.map(previewKey)].includes(view);
  return (
    <section className={styles.southPane} aria-label="Results of the query">
      <DownloadList />
      <div className={styles.tabbed}>
        <Tabs
          size="small"
          className={styles.south}
          activeKey={isOpen ? view : 'results'}
          onChange={(key) => look(tab.id, key)}
          items={[
            { key: 'results', label: 'Results', children: <Results tab={tab} /> },
            {
              key: 'history',
              label: 'Query history',
              destroyOnHidden: true,
              children: <History tab={tab} />,
            },
            ...tables.map((place) => ({
              key: previewKey(place),
              label: [place.schema, place.table].filter(Boolean).join('.'),
              children: (
                <TablePreview
                  place={place}
                  onClose={() =>
                    void close(tab.id, previewKey(place)).catch((error: unknown) =>
                      toast.error(errorText(error)),
                    )
                  }
                />
              ),
            })),
          ]}
        />
        {/* It stands beside the tabs, and is none of them. */}
        <div className={styles.besideTabs}>
          <PreviewPicker tab={tab} />
        </div>
      </div>
    </section>
  );
}

const asked = new Set<number>();

/** Tables that were looked at when the tab was open before. */
function useFoundTables(tab: number): void {
  useEffect(() => {
    if (asked.has(tab)) return;
    asked.add(tab);
    fetchOpenTables(tab).then(
      (tables) =>
        useSouth.getState().found(
          tab,
          tables.map((each) => ({ ...each, databaseId: each.database_id, keptAs: each.id })),
        ),
      // They are asked for again when the tab is.
      () => asked.delete(tab),
    );
  }, [tab]);
}
