import { AppstoreOutlined, BarsOutlined } from '@ant-design/icons';
import { Hint } from '@chartroom/ui';
import { Segmented, Select } from 'antd';
import { bootstrap } from '../../base/bootstrap.ts';
import { useRemembered } from '../use-remembered.ts';
import type { ListState, ViewMode } from './list-state.ts';
import styles from './list-view.module.css';

/** How a list is shown: as its address says, else as it was the last time, else as the installation begins. */
export function useViewMode(resource: string, state: ListState): [ViewMode, (mode: ViewMode) => void] {
  const [kept, keep] = useRemembered(`chartroom.list.${resource}`);
  const first = bootstrap.conf.LISTVIEWS_DEFAULT_CARD_VIEW === true ? 'card' : 'table';
  return [state.viewMode ?? (kept === 'card' || kept === 'table' ? kept : first), keep];
}

/** Cards or rows. */
export function ViewModeSwitch({ mode, onChange }: { mode: ViewMode; onChange: (mode: ViewMode) => void }) {
  return (
    <Segmented<ViewMode>
      className={styles.modes ?? ''}
      aria-label="View"
      value={mode}
      onChange={onChange}
      options={[
        { value: 'card', label: <Mode icon={<AppstoreOutlined aria-hidden />} label="Grid view" /> },
        { value: 'table', label: <Mode icon={<BarsOutlined aria-hidden />} label="List view" /> },
      ]}
    />
  );
}

function Mode({ icon, label }: { icon: React.ReactNode; label: string }) {
  return (
    <Hint title={label}>
      <span role="img" aria-label={label}>
        {icon}
      </span>
    </Hint>
  );
}

/** The order of cards, which have no headers to click on (contract/ui.md A4). */
export function CardSort({ state, titleColumn, onChange }: CardSortProps) {
  const orders = [
    { label: 'Alphabetical', sortColumn: titleColumn, sortOrder: 'asc' as const },
    { label: 'Recently modified', sortColumn: MODIFIED, sortOrder: 'desc' as const },
    { label: 'Least recently modified', sortColumn: MODIFIED, sortOrder: 'asc' as const },
  ];
  const present = orders.findIndex(
    ({ sortColumn, sortOrder }) => sortColumn === state.sortColumn && sortOrder === state.sortOrder,
  );
  return (
    <div className={styles.filter} data-sort="true">
      <label htmlFor="card-sort">Sort</label>
      <Select
        id="card-sort"
        placeholder="Choose..."
        value={present < 0 ? undefined : present}
        options={orders.map(({ label }, value) => ({ label, value }))}
        onChange={(chosen: number) => {
          const order = orders[chosen];
          if (order) onChange({ sortColumn: order.sortColumn, sortOrder: order.sortOrder, pageIndex: 0 });
        }}
      />
    </div>
  );
}

const MODIFIED = 'changed_on_delta_humanized';

export interface CardSortProps {
  state: ListState;
  /** Column of the names. */
  titleColumn: string;
  onChange: (change: Partial<ListState>) => void;
}
