import { DashboardOutlined, LineChartOutlined } from '@ant-design/icons';
import { EmptyState, ErrorAlert } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Skeleton, Tabs } from 'antd';
import { type ReactNode, useState } from 'react';
import { errorsOf, request } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import type { ChartRow, DashboardRow } from '../../api/rows.ts';
import { bootstrap } from '../../app/bootstrap.ts';
import { DropZone } from './drop-zone.tsx';
import { ExamplesNotice } from './examples-notice.tsx';
import styles from './home.module.css';

interface Activity {
  action: string;
  item_type: 'slice' | 'dashboard' | null;
  item_url: string;
  item_title: string;
  time_delta_humanized: string;
}

/** `/superset/welcome/`: the file drop, what one looked at, what one made. */
export function HomeScreen() {
  const mine = {
    filters: [{ col: 'owners', opr: 'rel_m_m', value: bootstrap.user?.userId ?? 0 }],
    order_column: 'changed_on_delta_humanized',
    order_direction: 'desc' as const,
    page: 0,
    page_size: 6,
  };
  const everyone = { ...mine, filters: [] };
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">Home</h1>
      <DropZone />
      <ExamplesNotice />
      <Section title="Recents">
        <Recents />
      </Section>
      <Section title="Dashboards" more="/dashboard/list/">
        <MineOrAll resource="dashboard" mine={mine} everyone={everyone} list={(question) => <Dashboards question={question} />} />
      </Section>
      <Section title="Charts" more="/chart/list/">
        <MineOrAll resource="chart" mine={mine} everyone={everyone} list={(question) => <Charts question={question} />} />
      </Section>
    </div>
  );
}

function Section({ title, more, children }: { title: string; more?: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {more && <Link to={more}>View All »</Link>}
      </header>
      {children}
    </section>
  );
}

function Recents() {
  const recent = useQuery({
    queryKey: ['log', 'recent'],
    queryFn: ({ signal }) =>
      request<{ result: Activity[] }>('GET', '/api/v1/log/recent_activity/', { query: { q: '(page_size:24)' }, signal }),
  });
  if (recent.isPending) return <SkeletonCards />;
  if (recent.isError) return <ErrorAlert errors={errorsOf(recent.error)} />;
  const items = recent.data.result.slice(0, 6);
  if (items.length === 0)
    return (
      <EmptyState
        size="small"
        title="Nothing here yet"
        description="Recently viewed charts, dashboards, and saved queries will appear here"
      />
    );
  return (
    <div className={styles.cards}>
      {items.map((item) => (
        <Card
          key={item.item_url}
          to={item.item_url}
          icon={item.item_type === 'dashboard' ? <DashboardOutlined /> : <LineChartOutlined />}
          title={item.item_title}
          note={`Viewed ${item.time_delta_humanized}`}
        />
      ))}
    </div>
  );
}

type Question = Parameters<typeof useList>[1];

interface MineOrAllProps {
  resource: string;
  mine: Question;
  everyone: Question;
  list: (question: Question) => ReactNode;
}

/** One's own things first; who has none yet sees what is there. */
function MineOrAll({ resource, mine, everyone, list }: MineOrAllProps) {
  const own = useList<{ id: number }>(resource, mine);
  const [chosen, setChosen] = useState<string>();
  if (own.isPending) return <SkeletonCards />;
  return (
    <Tabs
      activeKey={chosen ?? (own.data?.count === 0 ? 'all' : 'mine')}
      onChange={setChosen}
      items={[
        { key: 'mine', label: 'Mine', children: list(mine) },
        { key: 'all', label: 'All', children: list(everyone) },
      ]}
    />
  );
}

function Dashboards({ question }: { question: Question }) {
  const list = useList<DashboardRow>('dashboard', question);
  return (
    <Cards
      query={list}
      empty="dashboards"
      card={(row) => (
        <Card
          key={row.id}
          to={row.url}
          icon={<DashboardOutlined />}
          title={row.dashboard_title || '[ untitled dashboard ]'}
          note={`Modified ${row.changed_on_delta_humanized}`}
        />
      )}
    />
  );
}

function Charts({ question }: { question: Question }) {
  const list = useList<ChartRow>('chart', question);
  return (
    <Cards
      query={list}
      empty="charts"
      card={(row) => (
        <Card
          key={row.id}
          to={row.url}
          icon={<LineChartOutlined aria-hidden />}
          title={row.slice_name}
          note={`Modified ${row.changed_on_delta_humanized}`}
        />
      )}
    />
  );
}

interface CardsProps<Row> {
  query: ReturnType<typeof useList<Row>>;
  empty: string;
  card: (row: Row) => ReactNode;
}

function Cards<Row>({ query, empty, card }: CardsProps<Row>) {
  if (query.isPending) return <SkeletonCards />;
  if (query.isError) return <ErrorAlert errors={errorsOf(query.error)} />;
  if (query.data.result.length === 0)
    return <EmptyState size="small" title="Nothing here yet" description={`Your ${empty} will appear here`} />;
  return <div className={styles.cards}>{query.data.result.map(card)}</div>;
}

function Card({ to, icon, title, note }: { to: string; icon: ReactNode; title: string; note: string }) {
  return (
    <Link to={to} className={styles.card}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        <span className={styles.note}>{note}</span>
      </span>
    </Link>
  );
}

/** Shapes of five cards while they are on their way (contract/ui.md A3). */
const GHOSTS = ['a', 'b', 'c', 'd', 'e'];

function SkeletonCards() {
  return (
    <div className={styles.cards}>
      {GHOSTS.map((ghost) => (
        <div key={ghost} className={styles.card}>
          <Skeleton active title={false} paragraph={{ rows: 2, width: ['70%', '40%'] }} />
        </div>
      ))}
    </div>
  );
}
