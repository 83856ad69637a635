import { DashboardOutlined, FileTextOutlined, LineChartOutlined } from '@ant-design/icons';
import {
  type ChartRow,
  type DashboardRow,
  dashboardTitle,
  logApi,
  type SavedQueryRow,
} from '@chartroom/model';
import { EmptyState, ErrorAlert } from '@chartroom/ui';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { api } from '../../api/api.ts';
import { errorsOf } from '../../api/client.ts';
import { fetchList, type ListFilter } from '../../api/list.ts';
import { bootstrap, may } from '../../base/bootstrap.ts';
import { type CardFacts, CardGrid, ThingCard } from '../../shared/cards/thing-card.tsx';
import { useRemembered } from '../../shared/use-remembered.ts';
import styles from './home.module.css';
import { SkeletonCards } from './home-section.tsx';

const TABS = ['Viewed', 'Edited', 'Created'] as const;
type Tab = (typeof TABS)[number];

const NOTHING: Record<Tab, string> = {
  Viewed: 'Recently viewed charts, dashboards, and saved queries will appear here',
  Edited: 'Recently edited charts, dashboards, and saved queries will appear here',
  Created: 'Recently created charts, dashboards, and saved queries will appear here',
};

/** What one looked at, changed and made lately (contract/ui.md A3). */
export function Recents() {
  const [kept, keep] = useRemembered('homepage_activity_filter');
  const viewed = useQuery({ queryKey: ['log', 'recent'], queryFn: ({ signal }) => viewedCards(signal) });
  const chosen = TABS.find((tab) => tab === kept) ?? (viewed.data?.length === 0 ? 'Edited' : 'Viewed');
  return (
    <>
      <div className={styles.bar}>
        <Segmented<Tab> aria-label="Recents" options={[...TABS]} value={chosen} onChange={keep} />
      </div>
      {chosen === 'Viewed' && <Cards tab="Viewed" query={viewed} />}
      {chosen === 'Edited' && <OwnCards tab="Edited" />}
      {chosen === 'Created' && <OwnCards tab="Created" />}
    </>
  );
}

/** Things that the person has changed or made; they change with charts, dashboards and queries. */
function OwnCards({ tab }: { tab: 'Edited' | 'Created' }) {
  const own = useQuery({
    queryKey: ['log', 'own', tab],
    staleTime: 0,
    queryFn: ({ signal }) => ownCards(tab === 'Edited' ? 'changed_by' : 'created_by', signal),
  });
  return <Cards tab={tab} query={own} />;
}

function Cards({ tab, query }: { tab: Tab; query: UseQueryResult<CardFacts[]> }) {
  if (query.isPending) return <SkeletonCards />;
  if (query.isError) return <ErrorAlert errors={errorsOf(query.error)} />;
  if (query.data.length === 0)
    return <EmptyState size="small" title="Nothing here yet" description={NOTHING[tab]} />;
  return (
    <CardGrid>
      {query.data.map((facts) => (
        <ThingCard key={facts.to} facts={facts} />
      ))}
    </CardGrid>
  );
}

/** Cards of what was looked at last. */
const VIEWED = 6;

async function viewedCards(signal: AbortSignal): Promise<CardFacts[]> {
  const { result } = await api(logApi.recent, { q: { page_size: 24 }, signal });
  return result.slice(0, VIEWED).map((item) => ({
    title: item.item_title,
    to: item.item_url,
    icon: item.item_type === 'dashboard' ? <DashboardOutlined /> : <LineChartOutlined />,
    note: `Viewed ${item.time_delta_humanized}`,
  }));
}

/** Most of each kind among what was changed or made. */
const OF_EACH = 3;

/** Charts, dashboards and, of what was made, queries, the newest first. */
async function ownCards(by: 'changed_by' | 'created_by', signal: AbortSignal): Promise<CardFacts[]> {
  const filters: ListFilter[] = [{ col: by, opr: 'rel_o_m', value: bootstrap.user?.userId ?? 0 }];
  const question = {
    filters,
    order_column: 'changed_on_delta_humanized',
    order_direction: 'desc' as const,
    page: 0,
    page_size: OF_EACH,
  };
  const queries = by === 'created_by' && may('can_read', 'SavedQuery');
  const [charts, dashboards, saved] = await Promise.all([
    fetchList<ChartRow>('chart', question, signal),
    fetchList<DashboardRow & Dated>('dashboard', question, signal),
    queries ? fetchList<SavedQueryRow>('saved_query', question, signal) : { result: [] },
  ]);
  const cards = [
    ...charts.result.map((row) => ({
      at: Date.parse(row.changed_on_utc),
      facts: {
        title: row.slice_name,
        to: row.url,
        icon: <LineChartOutlined />,
        note: `Modified ${row.changed_on_delta_humanized}`,
      },
    })),
    ...dashboards.result.map((row) => ({
      at: Date.parse(row.changed_on_utc),
      facts: {
        title: dashboardTitle(row),
        to: row.url,
        icon: <DashboardOutlined />,
        note: `Modified ${row.changed_on_delta_humanized}`,
      },
    })),
    ...saved.result.map((row) => ({ at: Date.parse(`${row.changed_on}Z`), facts: queryCard(row) })),
  ];
  return cards.sort((a, b) => b.at - a.at).map(({ facts }) => facts);
}

interface Dated {
  changed_on_utc: string;
}

/** A saved query as a card. */
export function queryCard(row: SavedQueryRow): CardFacts {
  return {
    title: row.label || '[ untitled query ]',
    to: `/sqllab/?savedQueryId=${row.id}`,
    icon: <FileTextOutlined />,
    note: `Modified ${row.changed_on_delta_humanized}`,
  };
}
