import { Tabs, type TabsProps } from 'antd';
import styles from './dashboard.module.css';

interface LayoutTabsProps {
  items: NonNullable<TabsProps['items']>;
  active: string | undefined;
  onChange: (key: string) => void;
}

/** The tabs of a dashboard's layout. */
export function LayoutTabs({ items, active, onChange }: LayoutTabsProps) {
  return (
    <Tabs
      className={styles.tabs}
      {...(active ? { activeKey: active } : {})}
      onChange={onChange}
      items={items}
    />
  );
}
