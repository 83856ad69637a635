import {
  BorderBottomOutlined,
  ColumnHeightOutlined,
  ColumnWidthOutlined,
  FolderOutlined,
  FontSizeOutlined,
  FormOutlined,
  MobileOutlined,
} from '@ant-design/icons';
import type { ComponentType } from '@chartroom/model';
import { loadable } from '@chartroom/ui';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import styles from './edit.module.css';
import { PaletteItem } from './palette-item.tsx';

const ReadingOrderModal = loadable(async () => (await import('./reading-order-modal.tsx')).ReadingOrderModal);

const ELEMENTS: readonly { type: ComponentType; name: string; use: string; icon: ReactNode }[] = [
  { type: 'TABS', name: 'Tabs', use: 'Several boards in one place', icon: <FolderOutlined aria-hidden /> },
  { type: 'ROW', name: 'Row', use: 'Components side by side', icon: <ColumnWidthOutlined aria-hidden /> },
  {
    type: 'COLUMN',
    name: 'Column',
    use: 'Components below each other',
    icon: <ColumnHeightOutlined aria-hidden />,
  },
  { type: 'HEADER', name: 'Header', use: 'A heading', icon: <FontSizeOutlined aria-hidden /> },
  {
    type: 'MARKDOWN',
    name: 'Text / Markdown',
    use: 'Words, links, pictures',
    icon: <FormOutlined aria-hidden />,
  },
  { type: 'DIVIDER', name: 'Divider', use: 'A line across', icon: <BorderBottomOutlined aria-hidden /> },
];

/** The elements that arrange charts. */
export function ElementPalette() {
  const [isOrdering, setOrdering] = useState(false);
  return (
    <div className={styles.items}>
      {ELEMENTS.map(({ type, name, use, icon }) => (
        <PaletteItem key={type} name={name} carried={{ component: { type }, meta: {} }}>
          <span className={styles.icon}>{icon}</span>
          <b>{name}</b>
          <small>{use}</small>
        </PaletteItem>
      ))}
      <Button icon={<MobileOutlined aria-hidden />} onClick={() => setOrdering(true)}>
        Reading order on phones
      </Button>
      {isOrdering && <ReadingOrderModal onClose={() => setOrdering(false)} />}
    </div>
  );
}
