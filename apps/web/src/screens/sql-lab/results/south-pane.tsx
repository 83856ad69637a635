import { Tabs } from 'antd';
import type { LabTab } from '../lab-tabs.ts';
import { DownloadList } from './downloads.tsx';
import { History } from './history.tsx';
import styles from './results.module.css';
import { Results } from './results.tsx';

/** What the last run brought, and the runs before it. */
export function SouthPane({ tab }: { tab: LabTab }) {
  return (
    <div className={styles.southPane}>
      <DownloadList />
      <Tabs
        size="small"
        className={styles.south}
        items={[
          { key: 'results', label: 'Results', children: <Results tab={tab} /> },
          { key: 'history', label: 'Query history', children: <History tab={tab} /> },
        ]}
      />
    </div>
  );
}
