import { loadable } from '@chartroom/ui';
import { Skeleton, Tabs } from 'antd';
import { useEffect } from 'react';
import { errorText } from '../../../api/client.ts';
import { toast } from '../../../base/toasts.tsx';
import type { LabTab } from '../lab-tabs.ts';
import { DownloadList } from './downloads.tsx';
import { PreviewPicker } from './preview/preview-picker.tsx';
import styles from './results.module.css';
import { Results } from './results.tsx';
import { NO_SOUTH, previewKey, useSouth } from './south-store.ts';
import { tellOfEnds } from './tell-of-ends.ts';

const waiting = () => <Skeleton active />;
const History = loadable(async () => (await import('./history/history.tsx')).History, waiting);
const TablePreview = loadable(
  async () => (await import('./preview/table-preview.tsx')).TablePreview,
  waiting,
);

/** What the last run brought, the runs before it, and tables that are looked at (contract/ui.md E4). */
export function SouthPane({ tab }: { tab: LabTab }) {
  const { view, tables } = useSouth((state) => state.tabs[tab.id] ?? NO_SOUTH);
  const { look, close } = useSouth.getState();
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
