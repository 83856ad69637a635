import { type DashboardRow, type DrillPath, dashboardTitle } from '@chartroom/model';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { errorText } from '../../../api/client.ts';
import { fetchFilters } from '../../../api/dashboards.ts';
import { useList } from '../../../api/list.ts';
import { useSettled } from '../../../shared/use-settled.ts';
import { useDashboard } from '../store/dashboard-context.ts';
import { takes } from './carried-masks.ts';
import styles from './drill.module.css';

/** Dashboards that are offered at once; the others are searched. */
const OFFERED = 50;
const PAUSE = 300;

export interface TargetDashboardProps {
  path: DrillPath;
  /** What values can be clicked of. */
  columns: readonly string[];
  onChange: (path: DrillPath) => void;
}

/** The dashboard that a click leads to, and which of its filters take what was clicked. */
export function TargetDashboard({ path, columns, onChange }: TargetDashboardProps) {
  const own = useDashboard((state) => state.dashboard.info.uuid);
  const [search, setSearch] = useState('');
  const wanted = useSettled(search, PAUSE).trim();
  const found = useList<DashboardRow>('dashboard', {
    page: 0,
    page_size: OFFERED,
    order_column: 'changed_on_delta_humanized',
    order_direction: 'desc',
    ...(wanted === '' ? {} : { filters: [{ col: 'dashboard_title', opr: 'ct', value: wanted }] }),
  });
  const target = useTarget(path.dashboard);
  const offered = (found.data?.result ?? []).filter(({ uuid }) => uuid !== own);
  const options = offered.map((row) => ({ value: row.uuid, label: dashboardTitle(row) }));
  const chosen = target.data && { value: target.data.info.uuid, label: dashboardTitle(target.data.info) };
  const isListed = options.some(({ value }) => value === path.dashboard);
  return (
    <div className={styles.field}>
      <label htmlFor="drill-path-dashboard">Dashboard</label>
      <Select
        id="drill-path-dashboard"
        placeholder="Select a dashboard"
        showSearch={{ filterOption: false, onSearch: setSearch }}
        loading={found.isFetching}
        value={path.dashboard ?? null}
        options={isListed || !chosen ? options : [chosen, ...options]}
        onChange={(uuid, option) => {
          const label = option && !Array.isArray(option) ? option.label : undefined;
          if (uuid !== null) onChange({ ...path, dashboard: uuid, label });
        }}
      />
      {path.dashboard && <Carried target={target} columns={columns} />}
    </div>
  );
}

function useTarget(uuid: string | undefined) {
  return useQuery({
    queryKey: ['drill', 'target', uuid],
    enabled: uuid !== undefined,
    queryFn: ({ signal }) => fetchFilters(uuid ?? '', signal),
  });
}

interface CarriedProps {
  target: ReturnType<typeof useTarget>;
  columns: readonly string[];
}

/** Which values arrive. */
function Carried({ target, columns }: CarriedProps) {
  if (target.isPending) return null;
  if (target.isError) return <span className={styles.problem}>{errorText(target.error)}</span>;
  const { filters } = target.data;
  const taken = filters.filter(
    (filter) => filter.filterType === 'filter_time' || columns.some((column) => takes(filter, column)),
  );
  return (
    <span className={styles.hint}>
      {taken.length > 0
        ? `What is clicked is carried over to its filters: ${taken.map(({ name, id }) => name ?? id).join(', ')}.`
        : 'None of its filters asks a column of this chart: nothing is carried over.'}
    </span>
  );
}
