import type { ChartDataResult } from '@chartroom/model';
import { grouped } from '@chartroom/model';
import { EmptyState, SqlText } from '@chartroom/ui';
import { Button, Collapse, Drawer } from 'antd';
import { may } from '../../../base/bootstrap.ts';
import { revealChart } from '../reveal.ts';
import { useDashboard, useDashboardStore } from '../store/dashboard-context.ts';
import styles from './slow.module.css';
import { originOf, PARTS, partsOf, sumOf, timeText } from './timing-parts.ts';

interface Asked {
  id: number;
  name: string;
  parts: ReturnType<typeof partsOf>;
  sum: number;
  results: ChartDataResult[];
  isCube: boolean;
}

/** 'Why is it slow?': what the time of each chart went into, the slowest first. */
export function SlowPanel({ onClose }: { onClose: () => void }) {
  const store = useDashboardStore();
  const charts = useDashboard((state) => state.dashboard.charts);
  const tiles = useDashboard((state) => state.tiles);
  const asked = charts
    .flatMap(({ id, slice_name }): Asked[] => {
      const { timing, results } = tiles[id] ?? {};
      if (!timing || !results) return [];
      const parts = partsOf(timing);
      return [{ id, name: slice_name, parts, sum: sumOf(parts), results, isCube: timing.isCube === true }];
    })
    .toSorted((a, b) => b.sum - a.sum);
  const longest = asked[0]?.sum ?? 0;
  const unasked = charts.length - asked.length;
  return (
    <Drawer open title="Why is it slow?" size={640} onClose={onClose}>
      <ul className={styles.legend} aria-label="What the colours mean">
        {PARTS.map(({ key, name, what }) => (
          <li key={key}>
            <i data-part={key} aria-hidden />
            {name} <small>{what}</small>
          </li>
        ))}
      </ul>
      {asked.length === 0 && (
        <EmptyState size="small" title="No chart has its answer yet" description={null} />
      )}
      <ol className={styles.charts} aria-label="Charts, the slowest first">
        {asked.map((chart) => (
          <li key={chart.id}>
            <ChartTime
              chart={chart}
              longest={longest}
              onShow={() => {
                onClose();
                revealChart(store, chart.id);
              }}
              onAgain={() => void store.getState().refresh([chart.id], true)}
            />
          </li>
        ))}
      </ol>
      {unasked > 0 && (
        <p className={styles.note}>
          {unasked === 1 ? '1 chart has' : `${unasked} charts have`} no answer yet: what stands in tabs that
          were not opened is not asked.
        </p>
      )}
    </Drawer>
  );
}

interface ChartTimeProps {
  chart: Asked;
  longest: number;
  onShow: () => void;
  onAgain: () => void;
}

function ChartTime({ chart, longest, onShow, onAgain }: ChartTimeProps) {
  const { name, parts, sum, results, isCube } = chart;
  const words = PARTS.map((part) => `${part.name} ${timeText(parts[part.key])}`);
  const queries = results.map(({ query }) => query).filter((query) => query !== '');
  const maySee = may('can_explore', 'Superset') || may('can_view_query', 'Dashboard');
  return (
    <>
      <div className={styles.head}>
        <Button type="link" size="small" onClick={onShow}>
          {name}
        </Button>
        <b>{timeText(sum)}</b>
      </div>
      <div
        className={styles.bar}
        role="img"
        aria-label={`${name}: ${words.join(', ')}`}
        title={words.join('\n')}
      >
        {PARTS.map(({ key }) => (
          <i key={key} data-part={key} style={{ width: `${(100 * parts[key]) / Math.max(1, longest)}%` }} />
        ))}
      </div>
      <div className={styles.facts}>
        <span>{words.join(' · ')}</span>
        <span>
          {rowsOf(results)} · {originOf(results, isCube)}
          <Button type="link" size="small" aria-label={`Ask afresh: ${name}`} onClick={onAgain}>
            Ask afresh
          </Button>
        </span>
      </div>
      {maySee && queries.length > 0 && (
        <Collapse
          size="small"
          ghost
          items={[
            {
              key: 'sql',
              label: 'SQL',
              children: queries.map((query) => <SqlText key={query} text={query} />),
            },
          ]}
        />
      )}
    </>
  );
}

function rowsOf(results: readonly ChartDataResult[]): string {
  const rows = results.reduce((sum, { rowcount }) => sum + rowcount, 0);
  return rows === 1 ? '1 row' : `${grouped(rows)} rows`;
}
