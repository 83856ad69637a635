import { Skeleton, Tabs } from 'antd';
import { lazy, Suspense, useEffect } from 'react';
import { errorText } from '../../../api/client.ts';
import { toast } from '../../../base/toasts.tsx';
import type { LabTab } from '../lab-tabs.ts';
import { DownloadList } from './downloads.tsx';
import { PreviewPicker } from './preview/preview-picker.tsx';
import styles from './results.module.css';
import { Results } from './results.tsx';
import { NO_SOUTH, previewKey, useSouth } from './south-store.ts';
import { tellOfEnds } from './tell-of-ends.ts';

const History = lazy(async () => ({ default: (await import('./history/history.tsx')).History }));
const TablePreview = lazy(async () => ({
  default: (await import('./preview/table-preview.tsx')).TablePreview,
}));

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
              children: (
                <Suspense fallback={<Skeleton active />}>
                  <History tab={tab} />
                </Suspense>
              ),
            },
            ...tables.map((place) => ({
              key: previewKey(place),
              label: [place.schema, place.table].filter(Boolean).join('.'),
              children: (
                <Suspense fallback={<Skeleton active />}>
                  <TablePreview
                    place={place}
                    onClose={() =>
                      void close(tab.id, previewKey(place)).catch((error: unknown) =>
                        toast.error(errorText(error)),
                      )
                    }
                  />
                </Suspense>
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
