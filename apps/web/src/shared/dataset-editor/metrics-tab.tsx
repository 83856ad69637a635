import { NUMBER_FORMATS } from '@chartroom/charts';
import { Input, Select } from 'antd';
import { CurrencySelect } from '../currency-select.tsx';
import styles from './dataset-editor.module.css';
import { type MetricDraft, newMetric } from './draft.ts';
import { Labelled, PartTable } from './part-table.tsx';
import type { TabProps } from './tab-props.ts';
import { VouchedFields } from './vouched-fields.tsx';

/** The saved metrics of a dataset, newest first. */
export function MetricsTab({ draft, change }: TabProps) {
  const { metrics } = draft;
  const set = (key: string, part: Partial<MetricDraft>) =>
    change({ metrics: metrics.map((each) => (each.key === key ? { ...each, ...part } : each)) });
  return (
    <PartTable<MetricDraft>
      label="Metrics"
      rows={metrics}
      nameOf={(row) => row.metric_name}
      textOf={(row) => `${row.metric_name} ${row.verbose_name ?? ''} ${row.expression}`}
      onAdd={() => change({ metrics: [newMetric(), ...metrics] })}
      onRemove={(row) => change({ metrics: metrics.filter(({ key }) => key !== row.key) })}
      columns={[
        {
          key: 'metric_name',
          title: 'Metric Key',
          sorter: (one, other) => one.metric_name.localeCompare(other.metric_name),
          render: (_value, row) => (
            <Input
              aria-label="Metric Key"
              value={row.metric_name}
              onChange={(event) => set(row.key, { metric_name: event.target.value })}
            />
          ),
        },
        {
          key: 'verbose_name',
          title: 'Label',
          sorter: (one, other) => (one.verbose_name ?? '').localeCompare(other.verbose_name ?? ''),
          render: (_value, row) => (
            <Input
              aria-label="Label"
              value={row.verbose_name ?? ''}
              onChange={(event) => set(row.key, { verbose_name: event.target.value })}
            />
          ),
        },
        {
          key: 'expression',
          title: 'SQL expression',
          render: (_value, row) => (
            <Input.TextArea
              aria-label="SQL expression"
              className={styles.sql}
              autoSize={{ minRows: 1, maxRows: 6 }}
              value={row.expression}
              onChange={(event) => set(row.key, { expression: event.target.value })}
            />
          ),
        },
      ]}
      details={(row) => <MetricDetails metric={row} set={(part) => set(row.key, part)} />}
    />
  );
}

function MetricDetails({ metric, set }: { metric: MetricDraft; set: (part: Partial<MetricDraft>) => void }) {
  const { symbol = '', symbolPosition = 'prefix' } = metric.currency ?? {};
  return (
    <div className={styles.details}>
      <Labelled label="Description">
        <Input.TextArea
          aria-label="Description"
          autoSize={{ minRows: 1, maxRows: 5 }}
          value={metric.description ?? ''}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Labelled>
      <Labelled label="D3 format">
        <Select
          aria-label="D3 format"
          mode="tags"
          maxCount={2}
          allowClear
          placeholder="%y/%m/%d"
          value={metric.d3format ? [metric.d3format] : []}
          options={NUMBER_FORMATS.map(([value, label]) => ({ value: String(value), label }))}
          onChange={(next: string[]) => set({ d3format: next.at(-1) ?? null })}
        />
      </Labelled>
      <Labelled label="Metric currency">
        <div className={styles.pair}>
          <Select
            aria-label="Metric currency: prefix or suffix"
            value={symbolPosition}
            disabled={!symbol}
            options={[
              { value: 'prefix', label: 'Prefix' },
              { value: 'suffix', label: 'Suffix' },
            ]}
            onChange={(next: string) => set({ currency: { symbol, symbolPosition: next } })}
          />
          <CurrencySelect
            label="Metric currency"
            value={symbol}
            onChange={(next) => set({ currency: next ? { symbol: next, symbolPosition } : null })}
          />
        </div>
      </Labelled>
      <VouchedFields of={metric} hasWarning change={set} />
    </div>
  );
}
