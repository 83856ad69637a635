import { type LayoutItem, withMeta } from '@chartroom/model';
import { Input, Select } from 'antd';
import { useEffect, useState } from 'react';
import dashboardStyles from '../dashboard.module.css';
import { useDashboardStore } from '../store/dashboard-context.ts';
import { editLayout } from '../store/editing.ts';
import styles from './edit.module.css';

const SIZES = [
  { value: 'SMALL_HEADER', label: 'Small' },
  { value: 'MEDIUM_HEADER', label: 'Medium' },
  { value: 'LARGE_HEADER', label: 'Large' },
];

/** A heading that is being written, with its size. */
export function EditedHeading({ item }: { item: LayoutItem & { type: 'HEADER' } }) {
  const store = useDashboardStore();
  const { text = '', headerSize = 'MEDIUM_HEADER', background } = item.meta;
  const [draft, setDraft] = useState(text);
  useEffect(() => setDraft(text), [text]);
  const say = (said: Record<string, unknown>) =>
    editLayout(store, (layout) => ({ layout: withMeta(layout, item.id, said) }));
  return (
    <div
      className={`${dashboardStyles.heading} ${styles.heading}`}
      data-size={headerSize}
      data-background={background}
    >
      <Input
        variant="borderless"
        aria-label="Header text"
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => draft !== text && say({ text: draft })}
        onPressEnter={(event) => event.currentTarget.blur()}
        onKeyDown={(event) => event.key === 'Escape' && setDraft(text)}
      />
      <Select
        size="small"
        aria-label="Header size"
        value={headerSize}
        options={SIZES}
        popupMatchSelectWidth={false}
        onChange={(size: string) => say({ headerSize: size })}
      />
    </div>
  );
}
