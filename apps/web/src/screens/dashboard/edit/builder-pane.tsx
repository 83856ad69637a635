import { Tabs } from 'antd';
import { ChartPalette } from './chart-palette.tsx';
import styles from './edit.module.css';
import { ElementPalette } from './element-palette.tsx';

/** What can be put onto a dashboard: charts, and the elements that arrange them. */
export function BuilderPane() {
  return (
    <aside className={styles.pane} aria-label="Components">
      <Tabs
        className={styles.paneTabs ?? ''}
        items={[
          { key: 'charts', label: 'Charts', children: <ChartPalette /> },
          { key: 'elements', label: 'Layout elements', children: <ElementPalette /> },
        ]}
      />
    </aside>
  );
}
