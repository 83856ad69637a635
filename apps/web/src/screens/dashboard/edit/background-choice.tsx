import { BgColorsOutlined } from '@ant-design/icons';
import { type LayoutItem, withMeta } from '@chartroom/model';
import { DropMenu } from '@chartroom/ui';
import { Button } from 'antd';
import { useDashboardStore } from '../store/dashboard-context.ts';
import { editLayout } from '../store/editing.ts';
import { nameOf } from './component-names.ts';

const BACKGROUNDS = [
  { key: 'BACKGROUND_TRANSPARENT', label: 'Transparent' },
  { key: 'BACKGROUND_WHITE', label: 'Solid' },
];

/** The ground that a row, a column or a header stands on; nothing for other components. */
export function BackgroundChoice({ item }: { item: LayoutItem }) {
  const store = useDashboardStore();
  if (item.type !== 'ROW' && item.type !== 'COLUMN' && item.type !== 'HEADER') return null;
  const present = item.meta.background ?? 'BACKGROUND_TRANSPARENT';
  return (
    <DropMenu
      trigger={['click']}
      menu={{
        items: BACKGROUNDS,
        selectable: true,
        selectedKeys: [present],
        onClick: ({ key }) =>
          editLayout(store, (layout) => ({ layout: withMeta(layout, item.id, { background: key }) })),
      }}
    >
      <Button
        size="small"
        type="text"
        icon={<BgColorsOutlined aria-hidden />}
        aria-label={`Background of ${nameOf(item)}`}
      />
    </DropMenu>
  );
}
