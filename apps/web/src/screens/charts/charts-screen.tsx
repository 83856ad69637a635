import { chartType, chartTypes } from '@chartroom/charts';
import {
  type ChartRow,
  type DashboardRow,
  type DatasetRow,
  dashboardTitle,
  NEWEST_FIRST,
} from '@chartroom/model';
import { EmptyState, Hint } from '@chartroom/ui';
import { Link } from '@tanstack/react-router';
import { Button } from 'antd';
import { useState } from 'react';
import { fetchList } from '../../api/list.ts';
import { may, mayOpenPage } from '../../base/bootstrap.ts';
import { chartCard, datasetName } from '../../shared/cards/card-facts.tsx';
import { Certified } from '../../shared/cards/certified.tsx';
import { LAST_MODIFIED, OWNERS, TAGS } from '../../shared/list-view/common-columns.tsx';
import {
  bundlesOf,
  favoriteFilters,
  MODIFIED_BY_FILTER,
  OWNER_FILTER,
  ownsOrAdmin,
  tagFilter,
} from '../../shared/list-view/list-fields.ts';
import type { ListFilterField } from '../../shared/list-view/list-filters.tsx';
import { type ListColumn, ListView } from '../../shared/list-view/list-view.tsx';
import { ChartProperties } from '../../shared/properties/properties.tsx';
import { useBulkTag } from '../../shared/tags/use-bulk-tag.tsx';

const FILTERS: ListFilterField[] = [
  { key: 'search', label: 'Name', column: 'slice_name', operator: 'chart_all_text', kind: 'search' },
  {
    key: 'type',
    label: 'Type',
    column: 'viz_type',
    operator: 'eq',
    kind: 'select',
    choices: chartTypes().map((type) => ({ label: type.name, value: type.key })),
  },
  {
    key: 'dataset',
    label: 'Dataset',
    column: 'datasource_id',
    operator: 'eq',
    kind: 'select',
    load: async (search, signal) => {
      const filters = search ? [{ col: 'table_name', opr: 'ct', value: search }] : [];
      const list = await fetchList<DatasetRow>('dataset', { filters, page: 0, page_size: 100 }, signal);
      return list.result.map((row) => ({ label: row.table_name, value: row.id }));
    },
  },
  OWNER_FILTER,
  {
    key: 'dashboard',
    label: 'Dashboard',
    column: 'dashboards',
    operator: 'rel_m_m',
    kind: 'select',
    load: async (search, signal) => {
      const filters = search ? [{ col: 'dashboard_title', opr: 'title_or_slug', value: search }] : [];
      const list = await fetchList<DashboardRow>('dashboard', { filters, page: 0, page_size: 100 }, signal);
      return list.result.map((row) => ({ label: dashboardTitle(row), value: row.id }));
    },
  },
  tagFilter('chart_tag_id'),
  ...favoriteFilters('chart'),
  MODIFIED_BY_FILTER,
];

/** `/chart/list/` */
export function ChartsScreen() {
  const [edited, setEdited] = useState<number>();
  const tagging = useBulkTag<ChartRow>('chart', 'chart');
  const columns: ListColumn<ChartRow>[] = [
    { key: 'slice_name', title: 'Name', sortable: true, render: (row) => <ChartName row={row} /> },
    {
      key: 'viz_type',
      title: 'Type',
      sortable: true,
      secondary: true,
      render: (row) => chartType(row.viz_type ?? '')?.name ?? row.viz_type,
    },
    {
      key: 'datasource_name',
      title: 'Dataset',
      secondary: true,
      render: (row) => <span title={row.datasource_name_text ?? ''}>{datasetName(row)}</span>,
    },
    {
      key: 'dashboards',
      title: 'On dashboards',
      secondary: true,
      render: (row) => row.dashboards.map(dashboardTitle).join(', '),
    },
    TAGS,
    OWNERS,
    LAST_MODIFIED,
  ];
  const create = mayOpenPage('newChart') && (
    <Button type="primary" href="/chart/add">
      + Chart
    </Button>
  );
  return (
    <>
      <ListView<ChartRow>
        title="Charts"
        resource="chart"
        noun="chart"
        plural="charts"
        columns={columns}
        cards={{ card: chartCard, titleColumn: 'slice_name' }}
        filters={FILTERS}
        defaultSort={NEWEST_FIRST}
        buttons={create}
        nameOf={(row) => row.slice_name}
        mayDelete={(row) => may('can_write', 'Chart') && ownsOrAdmin(row.owners)}
        onEdit={(row) => setEdited(row.id)}
        bulkActions={tagging.bulkActions}
        {...bundlesOf('chart', 'Chart')}
        empty={
          <EmptyState
            title="No charts yet"
            description="Choose a dataset, and Chartroom draws a first chart of it."
            action={create}
          />
        }
        star="chart"
      />
      {tagging.modal}
      {edited !== undefined && <ChartProperties id={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

function ChartName({ row }: { row: ChartRow }) {
  return (
    <>
      <Certified {...row} />
      <Hint title={row.description}>
        <Link to={row.url} {...(row.description ? {} : { title: row.slice_name })}>
          {row.slice_name}
        </Link>
      </Hint>
    </>
  );
}
