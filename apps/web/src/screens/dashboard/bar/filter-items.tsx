import type { NativeFilter } from '@chartroom/model';
import { Collapse } from 'antd';
import { useState } from 'react';
import styles from '../filter-bar.module.css';
import { FilterField } from '../filter-field.tsx';
import { useDashboard } from '../store/dashboard-context.ts';

/** Filters, and lines between them. */
export function FilterItems({ filters }: { filters: readonly NativeFilter[] }) {
  return filters.map((filter) =>
    filter.type === 'DIVIDER' ? (
      <div key={filter.id} className={styles.divider}>
        <b>{filter.title}</b>
        {filter.description && <span>{filter.description}</span>}
      </div>
    ) : (
      <FilterField key={filter.id} filter={filter} />
    ),
  );
}

/** Filters that reach nothing on the tabs that are open: out of the way, and there when they are wanted. */
export function OutOfScope({ filters }: { filters: readonly NativeFilter[] }) {
  const [isOpen, setOpen] = useState(false);
  const isAsked = useDashboard(({ askedFilter }) => filters.some(({ id }) => id === askedFilter));
  if (filters.length === 0) return null;
  return (
    <Collapse
      ghost
      size="small"
      className={styles.outOfScope ?? ''}
      activeKey={isOpen || isAsked ? ['others'] : []}
      onChange={(keys) => setOpen(keys.length > 0)}
      items={[
        {
          key: 'others',
          label: `Filters out of scope (${filters.length})`,
          children: (
            <div className={styles.others}>
              <FilterItems filters={filters} />
            </div>
          ),
        },
      ]}
    />
  );
}
