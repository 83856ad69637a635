import { columnsOf, loadChartType, membersOf, metricsOf, textOf } from '@chartroom/charts';
import {
  annotationLayerApi,
  type ChartItem,
  chartApi,
  columnLabel,
  metricLabel,
  queryContextSchema,
} from '@chartroom/model';
import { ErrorAlert } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Input, Select } from 'antd';
import { errorsOf } from '../../../api/client.ts';
import { useItem } from '../../../api/list.ts';
import { namedChoices, OneRemoteSelect } from '../../../shared/editor/remote-select.tsx';
import styles from './annotations.module.css';
import { Field, type LayerPartProps } from './field.tsx';
import { descriptionsOf, isFromChart, kindOf, overridesOf, SOURCE_TYPES } from './layer.ts';

/** What a layer shows: a formula, a layer of annotations that were written down, or a chart. */
export function LayerValue({ layer, problems, change }: LayerPartProps) {
  const { value } = layer;
  if (kindOf(layer) === 'FORMULA') {
    return (
      <Field label="Formula" problem={problems.value}>
        <Input
          aria-label="Formula"
          placeholder="2 * x"
          value={String(value ?? '')}
          onChange={(event) => change({ value: event.target.value })}
        />
      </Field>
    );
  }
  const id = Number(value) || undefined;
  if (!isFromChart(layer)) {
    return (
      <Field label="Annotation layer" problem={problems.value}>
        <OneRemoteSelect
          label="Annotation layer"
          source={[annotationLayerApi.list.path, 'named']}
          load={(asked, signal) => namedChoices('annotation_layer', 'name', asked, signal)}
          value={id}
          onChange={(next) => change({ value: next })}
        />
      </Field>
    );
  }
  const types = [...(SOURCE_TYPES[String(layer.sourceType)] ?? [])];
  return (
    <Field label="Chart" problem={problems.value}>
      <OneRemoteSelect
        key={types.join()}
        label="Chart"
        placeholder="A chart that you own, made or starred"
        source={[chartApi.list.path, 'sources', ...types]}
        load={(asked, signal) =>
          namedChoices('chart', 'slice_name', asked, signal, [
            { col: 'viz_type', opr: 'in', value: types },
            { col: 'id', opr: 'chart_owned_created_favored_by_me', value: true },
          ])
        }
        value={id}
        onChange={(next) => change({ value: next })}
      />
    </Field>
  );
}

/** Which columns of a chart's rows say when, until when, and what; and what the chart is asked differently. */
export function LayerColumns(props: LayerPartProps) {
  const { layer } = props;
  if (!isFromChart(layer) || !Number(layer.value)) return null;
  return (
    <>
      {kindOf(layer) !== 'TIME_SERIES' && <Columns {...props} />}
      <Overrides {...props} />
    </>
  );
}

function Columns({ layer, problems, change }: LayerPartProps) {
  const chart = useItem(chartApi.show, Number(layer.value));
  const names = useQuery({
    queryKey: ['chart', 'rows of', Number(layer.value)],
    enabled: chart.data !== undefined,
    queryFn: () => (chart.data ? rowNames(chart.data) : []),
  });
  const error = chart.error ?? names.error;
  if (error) return <ErrorAlert title="The chart's columns are not known" errors={errorsOf(error)} />;
  const options = (names.data ?? []).map((each) => ({ value: each, label: each }));
  const column = (key: string, label: string, isOptional: boolean) => (
    <Field label={label} problem={problems[key]}>
      <Select
        aria-label={label}
        allowClear={isOptional}
        showSearch
        loading={names.isPending}
        value={textOf(layer[key]) ?? null}
        options={options}
        onChange={(next: string | null | undefined) => change({ [key]: next ?? '' })}
      />
    </Field>
  );
  const isInterval = kindOf(layer) === 'INTERVAL';
  return (
    <>
      {column('timeColumn', isInterval ? 'Interval start column' : 'Event time column', false)}
      {isInterval && column('intervalEndColumn', 'Interval end column', false)}
      {column('titleColumn', 'Title column', true)}
      <Field label="Description columns">
        <Select
          aria-label="Description columns"
          mode="multiple"
          value={descriptionsOf(layer)}
          options={options}
          onChange={(descriptionColumns: string[]) => change({ descriptionColumns })}
        />
      </Field>
    </>
  );
}

/** Names of what a chart's first question answers. */
async function rowNames(chart: ChartItem): Promise<string[]> {
  const stored = queryContextSchema.safeParse(jsonOf(chart.query_context));
  const query = stored.success ? stored.data.queries[0] : await ownQuery(chart);
  const columns = columnsOf(query?.columns ?? query?.groupby).map(columnLabel);
  return [...new Set([...columns, ...metricsOf(query?.metrics).map(metricLabel)])];
}

/** The question of a chart that was saved without one. */
async function ownQuery(chart: ChartItem) {
  const type = await loadChartType(chart.viz_type ?? '');
  if (!type) return undefined;
  const datasource = `${chart.datasource_id}__${chart.datasource_type}`;
  const form = { ...membersOf(jsonOf(chart.params)), datasource, viz_type: type.key };
  return type.question(form, {}).queries[0];
}

/** A stored document; what cannot be read is none. */
function jsonOf(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

function Overrides({ layer, change }: LayerPartProps) {
  const overrides = overridesOf(layer);
  const set = (key: string, isTaken: boolean) => {
    const { [key]: _, ...others } = overrides;
    change({ overrides: isTaken ? { ...others, [key]: null } : others });
  };
  return (
    <>
      <div className={styles.line}>
        <Checkbox
          checked={Object.hasOwn(overrides, 'time_range')}
          onChange={(event) => set('time_range', event.target.checked)}
        >
          Use this chart&apos;s time range
        </Checkbox>
        <Checkbox
          checked={Object.hasOwn(overrides, 'time_grain_sqla')}
          onChange={(event) => set('time_grain_sqla', event.target.checked)}
        >
          Use this chart&apos;s time grain
        </Checkbox>
      </div>
      <Field label="Time Shift">
        <Input
          aria-label="Time Shift"
          placeholder="e.g. 28 days"
          value={textOf(overrides.time_shift) ?? ''}
          onChange={(event) =>
            change({ overrides: { ...overrides, time_shift: event.target.value || undefined } })
          }
        />
      </Field>
    </>
  );
}
