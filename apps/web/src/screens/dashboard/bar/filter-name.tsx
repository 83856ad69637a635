import { InfoCircleOutlined } from '@ant-design/icons';
import type { NativeFilter } from '@chartroom/model';
import { Hint } from '@chartroom/ui';
import { Popover } from 'antd';
import { useState } from 'react';
import styles from '../filter-bar.module.css';
import { ConfigureFilters } from '../filter-config/configure-filters.tsx';
import { useDashboardStore } from '../store/dashboard-context.ts';
import { FilterCard } from './filter-card.tsx';

/** The name of a filter; who points at it, or comes to it by the keyboard, sees what it is. */
export function FilterName({ filter }: { filter: NativeFilter }) {
  const store = useDashboardStore();
  const [open, setOpen] = useState(false);
  const [editing, setEditing] = useState(false);
  const edit = () => {
    setOpen(false);
    setEditing(true);
    // The dialog covers the charts, and hides from the page where the pointer goes.
    store.setState({ focusedFilter: undefined });
  };
  return (
    <div className={styles.label}>
      <Popover
        open={open}
        onOpenChange={setOpen}
        trigger={['hover', 'focus']}
        mouseEnterDelay={0.5}
        placement="rightTop"
        content={<FilterCard filter={filter} onEdit={edit} />}
      >
        <button
          type="button"
          className={styles.name}
          id={`label-${filter.id}`}
          onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
        >
          {filter.name || '[untitled]'}
          {filter.controlValues?.enableEmptyFilter === true && <span className={styles.required}> *</span>}
        </button>
      </Popover>
      {filter.description && (
        <Hint title={filter.description}>
          <InfoCircleOutlined aria-label={filter.description} />
        </Hint>
      )}
      {editing && <ConfigureFilters selected={filter.id} onClose={() => setEditing(false)} />}
    </div>
  );
}
