import { type ChartRow, dashboardTitle, dashboardUrl, datasetUrl } from '@chartroom/model';
import { EmptyState, ErrorAlert } from '@chartroom/ui';
import { Link } from '@tanstack/react-router';
import { Button, Input, Popover, Table, type TableProps } from 'antd';
import { useState } from 'react';
import { errorsOf } from '../../api/client.ts';
import { type ListQuestion, useList } from '../../api/list.ts';
import { mayOpenPage } from '../../base/bootstrap.ts';
import { Faces } from '../../shared/faces.tsx';
import { useSettled } from '../../shared/use-settled.ts';
import styles from './dataset.module.css';

const PAGE_SIZE = 25;
/** Milliseconds after which what is typed is looked for. */
const REST_MS = 300;

function chartsOn(dataset: number, question: ListQuestion): ListQuestion {
  const on = [
    { col: 'datasource_id', opr: 'eq', value: dataset },
    { col: 'datasource_type', opr: 'eq', value: 'table' },
  ];
  return { ...question, filters: [...on, ...(question.filters ?? [])] };
}

/** How many charts of those that the person sees stand on a dataset. */
export function useUsageCount(dataset: number): number | undefined {
  return useList<ChartRow>('chart', chartsOn(dataset, { page: 0, page_size: 1 })).data?.count;
}

type Sort = Required<Pick<ListQuestion, 'order_column' | 'order_direction'>>;

/** The charts of a dataset, with the dashboards that show them. */
export function Usage({ dataset }: { dataset: number }) {
  const [page, setPage] = useState(0);
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<Sort>({
    order_column: 'changed_on_delta_humanized',
    order_direction: 'desc',
  });
  const wanted = useSettled(search.trim(), REST_MS);
  const filters = wanted ? [{ col: 'slice_name', opr: 'ct', value: wanted }] : [];
  const list = useList<ChartRow>(
    'chart',
    chartsOn(dataset, { filters, ...sort, page, page_size: PAGE_SIZE }),
  );
  const change: TableProps<ChartRow>['onChange'] = ({ current = 1 }, _filters, sorter, { action }) => {
    setPage(action === 'paginate' ? current - 1 : 0);
    const { columnKey, order } = Array.isArray(sorter) ? {} : sorter;
    if (action === 'sort' && columnKey !== undefined)
      setSort({ order_column: String(columnKey), order_direction: order === 'descend' ? 'desc' : 'asc' });
  };
  const sorted = (key: string) => ({
    key,
    sorter: true,
    sortDirections: SORT_DIRECTIONS,
    sortOrder: sort.order_column === key ? ORDERS[sort.order_direction] : null,
  });
  if (list.isError)
    return (
      <ErrorAlert
        errors={errorsOf(list.error)}
        action={<Button onClick={() => void list.refetch()}>Try again</Button>}
      />
    );
  return (
    <div className={styles.usage}>
      <Input.Search
        allowClear
        className={styles.search}
        aria-label="Search charts"
        placeholder="Search charts"
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          setPage(0);
        }}
      />
      <Table<ChartRow>
        size="middle"
        rowKey="id"
        aria-label="Usage"
        scroll={{ x: 'max-content' }}
        loading={list.isPending || list.isPlaceholderData}
        dataSource={list.data?.result ?? []}
        locale={{ emptyText: list.isPending ? ' ' : <NoCharts dataset={dataset} isSearch={wanted !== ''} /> }}
        onChange={change}
        pagination={{
          current: page + 1,
          pageSize: PAGE_SIZE,
          total: list.data?.count ?? 0,
          showSizeChanger: false,
          hideOnSinglePage: true,
          showTotal: (total, range) => `${range[0]}-${range[1]} of ${total}`,
        }}
        columns={[
          {
            ...sorted('slice_name'),
            title: 'Chart',
            render: (_, row) => <Link to={row.url}>{row.slice_name}</Link>,
          },
          { key: 'owners', title: 'Chart owners', render: (_, row) => <Faces people={row.owners} /> },
          {
            ...sorted('changed_on_delta_humanized'),
            title: 'Chart last modified',
            render: (_, row) => row.changed_on_delta_humanized,
          },
          {
            ...sorted('changed_by.first_name'),
            title: 'Chart last modified by',
            render: (_, row) => row.changed_by_name,
          },
          { key: 'dashboards', title: 'Dashboard usage', render: (_, row) => <Dashboards row={row} /> },
        ]}
      />
    </div>
  );
}

const ORDERS = { asc: 'ascend', desc: 'descend' } as const;
/** A third click begins again instead of ordering by nothing. */
const SORT_DIRECTIONS: ('ascend' | 'descend')[] = ['ascend', 'descend', 'ascend'];

/** Dashboards of a chart that are named in its row, and behind the count of the others. */
const NAMED = 3;
const LISTED = 20;

function Dashboards({ row: { slice_name, dashboards } }: { row: ChartRow }) {
  const others = dashboards.slice(NAMED);
  return (
    <div className={styles.dashboards}>
      <DashboardLinks dashboards={dashboards.slice(0, NAMED)} />
      {others.length > 0 && (
        <Popover
          trigger={['hover', 'focus', 'click']}
          content={
            <>
              <DashboardLinks dashboards={others.slice(0, LISTED)} />
              {others.length > LISTED && <p>and {others.length - LISTED} more</p>}
            </>
          }
        >
          <Button size="small" type="text" aria-label={`${others.length} more dashboards of ${slice_name}`}>
            +{others.length}
          </Button>
        </Popover>
      )}
    </div>
  );
}

function DashboardLinks({ dashboards }: Pick<ChartRow, 'dashboards'>) {
  return (
    <ul className={styles.links}>
      {dashboards.map((each) => (
        <li key={each.id}>
          <Link to={dashboardUrl(each)}>{dashboardTitle(each)}</Link>
        </li>
      ))}
    </ul>
  );
}

function NoCharts({ dataset, isSearch }: { dataset: number; isSearch: boolean }) {
  if (isSearch) return <EmptyState title="No results match your filter criteria" description={null} />;
  return (
    <EmptyState
      title="No charts"
      description="This dataset is not used to power any charts."
      action={
        mayOpenPage('explore') && (
          <Link to={datasetUrl(dataset)}>
            <Button>Create chart with dataset</Button>
          </Link>
        )
      }
    />
  );
}
