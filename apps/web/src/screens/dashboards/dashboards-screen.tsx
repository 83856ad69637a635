import { type DashboardRow, dashboardTitle, NEWEST_FIRST } from '@chartroom/model';
import { EmptyState } from '@chartroom/ui';
import { Link } from '@tanstack/react-router';
import { Button } from 'antd';
import { useState } from 'react';
import { may, mayOpenPage } from '../../base/bootstrap.ts';
import { dashboardCard, Published } from '../../shared/cards/card-facts.tsx';
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
import { DashboardProperties } from '../../shared/properties/properties.tsx';
import { useBulkTag } from '../../shared/tags/use-bulk-tag.tsx';

const FILTERS: ListFilterField[] = [
  { key: 'search', label: 'Name', column: 'dashboard_title', operator: 'title_or_slug', kind: 'search' },
  {
    key: 'status',
    label: 'Status',
    column: 'published',
    operator: 'eq',
    kind: 'select',
    choices: [
      { label: 'Published', value: true },
      { label: 'Draft', value: false },
    ],
  },
  OWNER_FILTER,
  tagFilter('dashboard_tag_id'),
  ...favoriteFilters('dashboard'),
  MODIFIED_BY_FILTER,
];

/** `/dashboard/list/` */
export function DashboardsScreen() {
  const [edited, setEdited] = useState<number>();
  const tagging = useBulkTag<DashboardRow>('dashboard', 'dashboard');
  const columns: ListColumn<DashboardRow>[] = [
    {
      key: 'dashboard_title',
      title: 'Name',
      sortable: true,
      render: (row) => (
        <>
          <Certified {...row} />
          <Link to={row.url} title={dashboardTitle(row)}>
            {dashboardTitle(row)}
          </Link>
        </>
      ),
    },
    {
      key: 'published',
      title: 'Status',
      sortable: true,
      secondary: true,
      render: (row) => <Published is={row.published} />,
    },
    TAGS,
    OWNERS,
    LAST_MODIFIED,
  ];
  const create = mayOpenPage('newDashboard') && (
    <Button type="primary" href="/dashboard/new">
      + Dashboard
    </Button>
  );
  return (
    <>
      <ListView<DashboardRow>
        title="Dashboards"
        resource="dashboard"
        noun="dashboard"
        plural="dashboards"
        columns={columns}
        cards={{ card: dashboardCard, titleColumn: 'dashboard_title' }}
        filters={FILTERS}
        defaultSort={NEWEST_FIRST}
        buttons={create}
        nameOf={dashboardTitle}
        mayDelete={(row) => may('can_write', 'Dashboard') && ownsOrAdmin(row.owners)}
        onEdit={(row) => setEdited(row.id)}
        bulkActions={tagging.bulkActions}
        {...bundlesOf('dashboard', 'Dashboard')}
        empty={
          <EmptyState
            title="No dashboards yet"
            description="A dashboard puts charts side by side, with filters for all of them."
            action={create}
          />
        }
        star="dashboard"
      />
      {tagging.modal}
      {edited !== undefined && <DashboardProperties id={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}
