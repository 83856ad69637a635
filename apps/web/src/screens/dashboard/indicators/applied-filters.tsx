import { FilterOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { revealChart } from '../reveal.ts';
import type { TileState } from '../store/chart-answers.ts';
import { useDashboard, useDashboardStore } from '../store/dashboard-context.ts';
import styles from './indicators.module.css';
import { type Indicator, indicatorsOf } from './indicators.ts';

/** How many filters a chart follows; on a closer look which, and which it does not follow, and why. */
export function AppliedFilters({ id, tile }: { id: number; tile: TileState | undefined }) {
  const applied = useDashboard((state) => state.applied);
  const scopes = useDashboard((state) => state.scopes);
  const dashboard = useDashboard((state) => state.dashboard);
  const [open, setOpen] = useState(false);
  const badge = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const all = useMemo(
    () => indicatorsOf(id, tile, { applied, scopes, dashboard }),
    [id, tile, applied, scopes, dashboard],
  );
  // A chart that reaches for nothing needs no badge; filters without a value are told with the others.
  if (!all.some(({ status }) => status !== 'unset')) return null;
  const count = all.filter(({ status }) => status === 'applied').length;
  const isIgnoring = all.some(({ status }) => status === 'incompatible' || status === 'untimed');
  const enter = () => {
    setOpen(true);
    setTimeout(() => list.current?.querySelector('button')?.focus());
  };
  return (
    <Popover
      trigger="hover"
      open={open}
      onOpenChange={setOpen}
      placement="bottomRight"
      content={
        <div ref={list}>
          <Lists
            all={all}
            onLeave={() => {
              setOpen(false);
              badge.current?.focus();
            }}
            onChosen={() => setOpen(false)}
          />
        </div>
      }
    >
      <Button
        ref={badge}
        size="small"
        type="text"
        className={styles.badge ?? ''}
        data-ignoring={isIgnoring}
        icon={<FilterOutlined aria-hidden />}
        aria-label={`Applied filters (${count})${isIgnoring ? ', others are not applied' : ''}`}
        aria-expanded={open}
        onClick={enter}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setOpen(false);
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          enter();
        }}
      >
        {count}
      </Button>
    </Popover>
  );
}

interface ListsProps {
  all: readonly Indicator[];
  onLeave: () => void;
  onChosen: () => void;
}

/** The arrow keys go from one to the next, over all lists. */
function Lists({ all, onLeave, onChosen }: ListsProps) {
  const isApplied = ({ status }: Indicator) => status === 'applied';
  const lists = [
    {
      title: 'Applied cross-filters',
      items: all.filter((each) => isApplied(each) && each.chart !== undefined),
    },
    { title: 'Applied filters', items: all.filter((each) => isApplied(each) && each.chart === undefined) },
    { title: 'Not applied', items: all.filter((each) => !isApplied(each)) },
  ];
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Escape') {
      // What lies below stays open.
      event.stopPropagation();
      return onLeave();
    }
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const at = buttons.findIndex((button) => button.matches(':focus'));
    const places: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const place = places[event.key];
    if (place === undefined) return;
    event.preventDefault();
    buttons.at(place >= buttons.length ? 0 : place)?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears the keys that its buttons do not take
    <div className={styles.lists} onKeyDown={move}>
      {lists.map(({ title, items }) =>
        items.length === 0 ? null : (
          <section key={title} aria-label={`${title} (${items.length})`}>
            <b>
              {title} ({items.length})
            </b>
            <ul>
              {items.map((item) => (
                <Item key={item.id} item={item} onChosen={onChosen} />
              ))}
            </ul>
          </section>
        ),
      )}
    </div>
  );
}

/** One of them: leads to the filter, or to the chart whose mark it is. */
function Item({ item, onChosen }: { item: Indicator; onChosen: () => void }) {
  const store = useDashboardStore();
  const go = () => {
    onChosen();
    if (item.chart === undefined) store.setState({ askedFilter: item.id });
    else revealChart(store, item.chart);
  };
  return (
    <li>
      <button type="button" onClick={go}>
        <span className={styles.line}>
          <b>{item.name}</b>
          {item.value !== '' && `: ${item.value}`}
        </span>
        {item.reason !== undefined && <span className={styles.reason}>{item.reason}</span>}
      </button>
    </li>
  );
}
