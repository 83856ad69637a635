import {
  type AdhocMetric,
  AGGREGATES,
  type Aggregate,
  type DatasourceData,
  hasSavedMetricsOnly,
  isAdhocMetric,
  type MetricRef,
  metricLabel,
} from '@chartroom/model';
import { Alert, Input, Select, Tabs } from 'antd';
import { useState } from 'react';
import { matches } from '../../../shared/adhoc-filter/matches.ts';
import styles from '../../../shared/adhoc-filter/popover.module.css';
import { PopoverFrame } from '../../../shared/adhoc-filter/popover-frame.tsx';
import { randomName } from '../../../shared/adhoc-filter/random-name.ts';
import { SqlField } from '../../../shared/adhoc-filter/sql-field.tsx';

export interface MetricPopoverProps {
  metric: MetricRef | undefined;
  datasource: DatasourceData;
  onSave: (metric: MetricRef) => void;
  onCancel: () => void;
}

type Tab = 'saved' | 'simple' | 'sql';

interface Draft {
  tab: Tab;
  saved: string | undefined;
  column: string | undefined;
  aggregate: Aggregate | undefined;
  sql: string;
  /** Only when typed by the person. */
  label: string;
}

/** Chooses a metric: a saved one, an aggregate over a column, or SQL. */
export function MetricPopover({ metric, datasource, onSave, onCancel }: MetricPopoverProps) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(metric, datasource));
  const change = (part: Partial<Draft>) => setDraft((old) => ({ ...old, ...part }));
  const result = metricFrom(draft, metric, datasource);
  const savedOnly = hasSavedMetricsOnly(datasource.extra);
  const isReady = result !== undefined && (!savedOnly || !isAdhocMetric(result));
  const save = () => {
    if (result !== undefined) onSave(result);
  };
  return (
    <PopoverFrame isReady={isReady} onSave={save} onCancel={onCancel}>
      {savedOnly && <Alert type="info" showIcon title="Only saved metrics can be chosen for this dataset." />}
      <Tabs
        size="small"
        activeKey={draft.tab}
        onChange={(tab) => change(onTab(tab, draft, datasource))}
        items={[
          {
            key: 'saved',
            label: 'Saved',
            children: (
              <Select
                className={styles.wide}
                aria-label="Saved metric"
                placeholder={`${datasource.metrics.length} saved metric(s)`}
                value={draft.saved}
                showSearch={{ filterOption: matches }}
                options={datasource.metrics.map((each) => ({
                  value: each.metric_name,
                  label: each.verbose_name || each.metric_name,
                  title: each.expression,
                }))}
                onChange={(saved) => change({ saved })}
              />
            ),
          },
          {
            key: 'simple',
            label: 'Simple',
            disabled: savedOnly,
            children: (
              <>
                <Select
                  className={styles.wide}
                  aria-label="Column"
                  placeholder={`${datasource.columns.length} column(s)`}
                  value={draft.column}
                  showSearch={{ filterOption: matches }}
                  options={datasource.columns.map((each) => ({
                    value: each.column_name,
                    label: each.verbose_name || each.column_name,
                    title: each.description ?? '',
                  }))}
                  onChange={(column) => change({ column })}
                />
                <Select
                  className={styles.wide}
                  aria-label="Aggregate"
                  placeholder={`${AGGREGATES.length} aggregates(s)`}
                  value={draft.aggregate}
                  showSearch
                  options={AGGREGATES.map((each) => ({ value: each, label: each }))}
                  onChange={(aggregate) => change({ aggregate })}
                />
              </>
            ),
          },
          {
            key: 'sql',
            label: 'Custom SQL',
            disabled: savedOnly,
            children: (
              <SqlField
                label="SQL expression"
                value={draft.sql}
                piece="expression"
                datasource={datasource}
                onChange={(sql) => change({ sql })}
              />
            ),
          },
        ]}
      />
      {draft.tab !== 'saved' && (
        <Input
          aria-label="Label"
          addonBefore="Label"
          value={draft.label}
          placeholder={result ? metricLabel(result) : 'My metric'}
          onChange={(event) => change({ label: event.target.value })}
        />
      )}
    </PopoverFrame>
  );
}

function draftOf(metric: MetricRef | undefined, datasource: DatasourceData): Draft {
  const empty: Draft = {
    tab: datasource.metrics.length > 0 || hasSavedMetricsOnly(datasource.extra) ? 'saved' : 'simple',
    saved: undefined,
    column: undefined,
    aggregate: undefined,
    sql: '',
    label: '',
  };
  if (metric === undefined) return empty;
  if (!isAdhocMetric(metric)) return { ...empty, tab: 'saved', saved: metricLabel(metric) };
  const label = metric.hasCustomLabel ? (metric.label ?? '') : '';
  if (metric.expressionType === 'SQL')
    return { ...empty, tab: 'sql', sql: metric.sqlExpression ?? '', label };
  return {
    ...empty,
    tab: 'simple',
    column: metric.column?.column_name ?? undefined,
    aggregate: metric.aggregate ?? undefined,
    label,
  };
}

function metricFrom(
  draft: Draft,
  old: MetricRef | undefined,
  datasource: DatasourceData,
): MetricRef | undefined {
  if (draft.tab === 'saved') return draft.saved;
  const optionName =
    old !== undefined && isAdhocMetric(old) && old.optionName
      ? old.optionName
      : `metric_${randomName()}_${randomName()}`;
  const base: AdhocMetric = {
    expressionType: draft.tab === 'sql' ? 'SQL' : 'SIMPLE',
    column: null,
    aggregate: null,
    sqlExpression: null,
    hasCustomLabel: draft.label !== '',
    optionName,
  };
  if (draft.tab === 'sql') {
    const sql = draft.sql.trim();
    return sql ? { ...base, sqlExpression: sql, label: draft.label || cut(sql) } : undefined;
  }
  const column = datasource.columns.find((each) => each.column_name === draft.column);
  if (!column || !draft.aggregate) return undefined;
  return {
    ...base,
    column: { ...column },
    aggregate: draft.aggregate,
    label: draft.label || cut(`${draft.aggregate}(${column.column_name})`),
  };
}

/** Labels over 42 characters are cut to 40 and dots (contract/ui.md D6). */
function cut(label: string): string {
  return label.length > 42 ? `${label.slice(0, 40)}...` : label;
}

function simpleSql(draft: Draft): string {
  if (!draft.aggregate || !draft.column) return '';
  return draft.aggregate === 'COUNT_DISTINCT'
    ? `COUNT(DISTINCT ${draft.column})`
    : `${draft.aggregate}(${draft.column})`;
}

/** From a plain AGG(column) back to aggregate and column. */
function inferSimple(draft: Draft, datasource: DatasourceData): Partial<Draft> {
  const match = /^\s*(\w+)\s*\(\s*(distinct\s+)?"?([^")]+?)"?\s*\)\s*$/i.exec(draft.sql);
  if (!match || draft.column) return {};
  const name = match[2] ? 'COUNT_DISTINCT' : match[1]?.toUpperCase();
  const aggregate = AGGREGATES.find((each) => each === name);
  const column = datasource.columns.find((each) => each.column_name === match[3])?.column_name;
  return aggregate && column ? { aggregate, column } : {};
}

/** What a draft begins with on another tab. */
function onTab(tab: string, draft: Draft, datasource: Parameters<typeof inferSimple>[1]): Partial<Draft> {
  if (tab === 'simple') return { tab, ...inferSimple(draft, datasource) };
  return tab === 'sql' ? { tab, sql: draft.sql || simpleSql(draft) } : { tab: 'saved' };
}
