import { FunctionOutlined, SearchOutlined } from '@ant-design/icons';
import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type DatasourceData, GenericType } from '@chartroom/model';
import { Hint } from '@chartroom/ui';
import { Button, Input } from 'antd';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { TypeIcon } from '../../shared/type-icon.tsx';
import { effectOfClick } from './click-target.ts';
import styles from './explore.module.css';
import { useExplore } from './explore-store.ts';
import { QueryNote, SaveSourceModal } from './query-source.tsx';
import { SourceMenu } from './source-menu.tsx';

interface Item {
  kind: 'metric' | 'column';
  name: string;
  label: string;
  detail: string;
  icon: ReactNode;
  /** Certified first, then temporal columns, then the rest. */
  rank: number;
  searched: string;
}

/** How many items a group shows before it is asked for more: 2,000 columns must not be 2,000 elements. */
const SHOWN = 50;

/** The dataset's metrics and columns: search, drag to a control, or click to use. */
export function DatasetPane({
  datasource,
  onUse,
}: {
  datasource: DatasourceData;
  onUse: (kind: 'metric' | 'column', name: string) => void;
}) {
  const [search, setSearch] = useState('');
  const [isSaving, setSaving] = useState(false);
  const metrics = useMemo(() => metricItems(datasource), [datasource]);
  const columns = useMemo(() => columnItems(datasource), [datasource]);
  const wanted = search.trim().toLowerCase();
  const found = (items: Item[]) => (wanted ? items.filter((item) => item.searched.includes(wanted)) : items);
  return (
    <aside className={styles.dataset} aria-label="Chart Source">
      <div className={styles.paneTitle}>Chart Source</div>
      <div className={styles.source} title={datasource.name}>
        <div className={styles.sourceName}>
          <b>{datasource.table_name}</b>
          <SourceMenu datasource={datasource} />
        </div>
        <span>{[datasource.database.name, datasource.schema].filter(Boolean).join(' · ')}</span>
      </div>
      {datasource.type === 'query' && <QueryNote onSave={() => setSaving(true)} />}
      {isSaving && <SaveSourceModal datasource={datasource} onClose={() => setSaving(false)} />}
      <Input
        allowClear
        prefix={<SearchOutlined aria-hidden />}
        aria-label="Search Metrics & Columns"
        placeholder="Search Metrics & Columns"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className={styles.items}>
        <Group title="Metrics" items={found(metrics)} total={metrics.length} onUse={onUse} />
        <Group title="Columns" items={found(columns)} total={columns.length} onUse={onUse} />
      </div>
    </aside>
  );
}

function Group({
  title,
  items,
  total,
  onUse,
}: {
  title: string;
  items: Item[];
  total: number;
  onUse: (kind: 'metric' | 'column', name: string) => void;
}) {
  const [open, setOpen] = useState(true);
  const [shown, setShown] = useState(SHOWN);
  return (
    <section aria-label={title}>
      <button type="button" className={styles.groupTitle} aria-expanded={open} onClick={() => setOpen(!open)}>
        {title}
      </button>
      {open && (
        <>
          <div className={styles.groupNote}>
            Showing {Math.min(shown, items.length)} of {total} items
          </div>
          {items.slice(0, shown).map((item) => (
            <PaneItem key={`${item.kind}:${item.name}`} item={item} onUse={onUse} />
          ))}
          {items.length > shown && (
            <Button type="link" size="small" onClick={() => setShown(shown + 200)}>
              Show more
            </Button>
          )}
        </>
      )}
    </section>
  );
}

function PaneItem({ item, onUse }: { item: Item; onUse: (kind: 'metric' | 'column', name: string) => void }) {
  const element = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!element.current) return;
    return draggable({
      element: element.current,
      getInitialData: () => ({ kind: item.kind, name: item.name }),
    });
  }, [item.kind, item.name]);
  return (
    <Hint
      title={() =>
        [item.detail, effectOfClick(useExplore.getState(), item.kind, item.name)].filter(Boolean).join(' · ')
      }
      placement="right"
      delay={600}
    >
      <button ref={element} type="button" className={styles.item} onClick={() => onUse(item.kind, item.name)}>
        <span className={styles.itemIcon} aria-hidden="true">
          {item.icon}
        </span>
        <span className={styles.itemText}>{item.label}</span>
      </button>
    </Hint>
  );
}

function metricItems(datasource: DatasourceData): Item[] {
  const items = datasource.metrics.map((metric) => ({
    kind: 'metric' as const,
    name: metric.metric_name,
    label: metric.verbose_name || metric.metric_name,
    detail: metric.description || metric.expression,
    icon: <b>Σ</b>,
    rank: metric.is_certified ? 0 : 2,
    searched: [metric.metric_name, metric.verbose_name, metric.description, metric.expression]
      .join('\n')
      .toLowerCase(),
  }));
  return items.sort((a, b) => a.rank - b.rank);
}

function columnItems(datasource: DatasourceData): Item[] {
  const items = datasource.columns.map((column) => {
    const temporal = column.is_dttm || column.type_generic === GenericType.TEMPORAL;
    const kindRank = temporal ? 1 : 2;
    return {
      kind: 'column' as const,
      name: column.column_name,
      label: column.verbose_name || column.column_name,
      detail: [column.type, column.description, column.expression].filter(Boolean).join(' · '),
      icon: column.expression ? (
        <FunctionOutlined />
      ) : (
        <TypeIcon type={temporal ? GenericType.TEMPORAL : column.type_generic} />
      ),
      rank: column.is_certified ? 0 : kindRank,
      searched: [column.column_name, column.verbose_name, column.description, column.expression]
        .join('\n')
        .toLowerCase(),
    };
  });
  return items.sort((a, b) => a.rank - b.rank);
}
