import { DashboardOutlined, LineChartOutlined } from '@ant-design/icons';
import type { ChartRow, DashboardRow, Person, SavedQueryRow } from '@chartroom/model';
import { EmptyState, ErrorAlert } from '@chartroom/ui';
import { Link } from '@tanstack/react-router';
import { Button, Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { errorsOf } from '../../api/client.ts';
import { type FavoriteKind, useFavorites } from '../../api/favorites.ts';
import { type ListFilter, useList } from '../../api/list.ts';
import { bootstrap, may, mayOpenPage } from '../../base/bootstrap.ts';
import { chartCard, dashboardCard } from '../../shared/cards/card-facts.tsx';
import { cardMenu } from '../../shared/cards/card-menu.tsx';
import { type CardFacts, CardGrid, ThingCard } from '../../shared/cards/thing-card.tsx';
import { ownsOrAdmin } from '../../shared/list-view/list-fields.ts';
import { useDeletion } from '../../shared/list-view/use-deletion.tsx';
import { useExport } from '../../shared/list-view/use-export.tsx';
import { ChartProperties, DashboardProperties } from '../../shared/properties/properties.tsx';
import { Star } from '../../shared/star.tsx';
import { useRemembered } from '../../shared/use-remembered.ts';
import styles from './home.module.css';
import { SkeletonCards } from './home-section.tsx';
import { queryCard } from './recents.tsx';

/** Cards of a section. */
const PAGE_SIZE = 5;

interface Kind<Row> {
  resource: 'chart' | 'dashboard' | 'saved_query';
  /** Holds the permissions. */
  view: string;
  noun: string;
  plural: string;
  list: string;
  /** e.g. '+ Chart'; absent: the person may make none. */
  create: { label: string; to: string } | undefined;
  star?: FavoriteKind;
  facts: (row: Row) => CardFacts;
  ownersOf?: (row: Row) => readonly Person[];
  /** The modal of its properties. */
  properties?: (id: number, onClose: () => void) => ReactNode;
}

const mine = () => bootstrap.user?.userId ?? 0;
const TABS = [
  { value: 'Favorite', label: 'Favorite' },
  { value: 'Mine', label: 'Mine' },
  { value: 'Other', label: 'All' },
];

/** Dashboards: starred ones, one's own, all. */
export function HomeDashboards({ pictures }: { pictures: boolean }) {
  const kind: Kind<DashboardRow> = {
    resource: 'dashboard',
    view: 'Dashboard',
    noun: 'dashboard',
    plural: 'dashboards',
    list: '/dashboard/list/',
    create: mayOpenPage('newDashboard') ? { label: '+ Dashboard', to: '/dashboard/new' } : undefined,
    star: 'dashboard',
    facts: (row) => (pictures ? dashboardCard(row) : withIcon(dashboardCard(row), <DashboardOutlined />)),
    ownersOf: (row) => row.owners,
    properties: (id, onClose) => <DashboardProperties id={id} onClose={onClose} />,
  };
  return <TabbedThings kind={kind} remembered="homepage_dashboard_filter" favorite="dashboard_is_favorite" />;
}

/** Charts likewise. */
export function HomeCharts({ pictures }: { pictures: boolean }) {
  const kind: Kind<ChartRow> = {
    resource: 'chart',
    view: 'Chart',
    noun: 'chart',
    plural: 'charts',
    list: '/chart/list/',
    create: mayOpenPage('newChart') ? { label: '+ Chart', to: '/chart/add' } : undefined,
    star: 'chart',
    facts: (row) => (pictures ? chartCard(row) : withIcon(chartCard(row), <LineChartOutlined />)),
    ownersOf: (row) => row.owners,
    properties: (id, onClose) => <ChartProperties id={id} onClose={onClose} />,
  };
  return <TabbedThings kind={kind} remembered="homepage_chart_filter" favorite="chart_is_favorite" />;
}

/** One's own saved queries. */
export function HomeQueries() {
  const kind: Kind<SavedQueryRow> = {
    resource: 'saved_query',
    view: 'SavedQuery',
    noun: 'query',
    plural: 'saved queries',
    list: '/savedqueryview/list/',
    create: mayOpenPage('sqlLab') ? { label: '+ SQL Query', to: '/sqllab/?new=true' } : undefined,
    facts: queryCard,
  };
  return (
    <>
      <div className={styles.bar}>
        <span />
        <Ways kind={kind} />
      </div>
      <Things kind={kind} filters={[{ col: 'created_by', opr: 'rel_o_m', value: mine() }]} nothing="create" />
    </>
  );
}

function withIcon({ picture: _picture, ...facts }: CardFacts, icon: ReactNode): CardFacts {
  return { ...facts, icon };
}

interface TabbedThingsProps<Row> {
  kind: Kind<Row>;
  /** Under which the browser remembers the chosen tab. */
  remembered: string;
  /** The filter of starred ones. */
  favorite: string;
}

/** Starred things, one's own and all of them; who has none yet sees what is there. */
function TabbedThings<Row extends { id: number }>({ kind, remembered, favorite }: TabbedThingsProps<Row>) {
  const [kept, keep] = useRemembered(remembered);
  const own: ListFilter[] = [{ col: 'owners', opr: 'rel_m_m', value: mine() }];
  const first = useList<Row>(kind.resource, questionOf(own), { enabled: kept === null });
  const chosen =
    TABS.find(({ value }) => value === kept)?.value ?? (first.data?.count === 0 ? 'Other' : 'Mine');
  const filters: Record<string, ListFilter[]> = {
    Favorite: [{ col: 'id', opr: favorite, value: true }],
    Mine: own,
    Other: [],
  };
  return (
    <>
      <div className={styles.bar}>
        <Segmented aria-label={kind.plural} options={TABS} value={chosen} onChange={keep} />
        <Ways kind={kind} {...(chosen === 'Favorite' ? { filters: '(favorite:!t)' } : {})} />
      </div>
      {kept === null && first.isPending ? (
        <SkeletonCards />
      ) : (
        <Things
          key={chosen}
          kind={kind}
          filters={filters[chosen] ?? []}
          nothing={chosen === 'Favorite' ? 'all' : 'create'}
        />
      )}
    </>
  );
}

/** The ways on from a section: make one, or see them all. */
function Ways<Row>({ kind, filters }: { kind: Kind<Row>; filters?: string }) {
  return (
    <>
      {kind.create && (
        <Button size="small" href={kind.create.to}>
          {kind.create.label}
        </Button>
      )}
      <Link to={kind.list} {...(filters ? { search: { filters } } : {})}>
        View All »
      </Link>
    </>
  );
}

function questionOf(filters: ListFilter[]) {
  return {
    filters,
    order_column: 'changed_on_delta_humanized',
    order_direction: 'desc' as const,
    page: 0,
    page_size: PAGE_SIZE,
  };
}

interface ThingsProps<Row> {
  kind: Kind<Row>;
  filters: ListFilter[];
  /** Where to go when there is nothing. */
  nothing: 'create' | 'all';
}

function Things<Row extends { id: number }>({ kind, filters, nothing }: ThingsProps<Row>) {
  const { resource, view, noun, plural, facts, star, ownersOf, create, list: listPage, properties } = kind;
  const [edited, setEdited] = useState<number>();
  const list = useList<Row>(resource, questionOf(filters));
  const rows = list.data?.result ?? [];
  const favorites = useFavorites(star, rows);
  const bundles = useExport(resource);
  const deletion = useDeletion<Row>({ resource, noun, plural, nameOf: (row) => facts(row).title });
  if (list.isPending) return <SkeletonCards />;
  const editor = edited !== undefined && properties?.(edited, () => setEdited(undefined));
  if (!list.data) return <ErrorAlert errors={errorsOf(list.error)} />;
  if (rows.length === 0) {
    const way = nothing === 'all' ? { label: `See all ${plural}`, to: listPage } : create;
    return (
      <>
        <EmptyState
          size="small"
          title="Nothing here yet"
          description={
            nothing === 'all' ? `Your favorite ${plural} will appear here` : `Your ${plural} will appear here`
          }
          action={way && <Button href={way.to}>{way.label}</Button>}
        />
        {editor}
      </>
    );
  }
  const abilities = {
    ...(properties ? { onEdit: (row: Row) => setEdited(row.id) } : {}),
    ...(may('can_export', view) ? { onExport: (row: Row) => bundles.start([row.id]) } : {}),
    onDelete: (row: Row) => deletion.ask([row]),
    mayDelete: (row: Row) => may('can_write', view) && (ownersOf === undefined || ownsOrAdmin(ownersOf(row))),
  };
  return (
    <>
      <CardGrid>
        {rows.map((row) => (
          <ThingCard
            key={row.id}
            facts={facts(row)}
            star={star && <Star kind={star} id={row.id} starred={favorites.data?.has(row.id) ?? false} />}
            menu={cardMenu(row, abilities)}
          />
        ))}
      </CardGrid>
      {bundles.busy}
      {deletion.dialog}
      {editor}
    </>
  );
}
