import {
  type DatasetColumnPut,
  type DatasetItem,
  type DatasetMetricPut,
  type DatasetName,
  type DatasetPut,
  isJsonObject,
  type NewName,
  namesInSql,
  type SourceColumn,
} from '@chartroom/model';

/** Who vouches for a part of a dataset, and what people should know before they use it: kept in its `extra`. */
export interface Vouched {
  certifiedBy: string;
  certificationDetails: string;
  warning: string;
  /** What else stands in its `extra`. */
  extra: Readonly<Record<string, unknown>>;
}

/** A column as it is edited; `key` tells it from the others, whatever it is called. */
export interface ColumnDraft extends Omit<DatasetColumnPut, 'extra'>, Vouched {
  key: string;
  isCalculated: boolean;
}

/** A metric as it is edited. */
export interface MetricDraft extends Omit<DatasetMetricPut, 'extra'>, Vouched {
  key: string;
}

/** A dataset as it is edited. */
export interface DatasetDraft
  extends Pick<
    DatasetItem,
    | 'table_name'
    | 'sql'
    | 'kind'
    | 'catalog'
    | 'schema'
    | 'description'
    | 'default_endpoint'
    | 'filter_select_enabled'
    | 'fetch_values_predicate'
    | 'extra'
    | 'cache_timeout'
    | 'offset'
    | 'template_params'
    | 'normalize_columns'
    | 'always_filter_main_dttm'
    | 'main_dttm_col'
  > {
  owners: number[];
  columns: ColumnDraft[];
  metrics: MetricDraft[];
}

let made = 0;

function newKey(): string {
  made += 1;
  return `new:${made}`;
}

function documentOf(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const document: unknown = JSON.parse(text || '{}');
    return isJsonObject(document) ? document : {};
  } catch {
    return {};
  }
}

function vouchedOf(text: string | null): Vouched {
  const { certification, warning_markdown: warning, ...extra } = documentOf(text);
  const { certified_by: by, details } = isJsonObject(certification) ? certification : {};
  const said = (value: unknown) => (typeof value === 'string' ? value : '');
  return { certifiedBy: said(by), certificationDetails: said(details), warning: said(warning), extra };
}

function extraOf({ certifiedBy, certificationDetails, warning, extra }: Vouched): string | null {
  const certification = { certified_by: certifiedBy, details: certificationDetails };
  const document = {
    ...extra,
    ...((certifiedBy || certificationDetails) && { certification }),
    ...(warning && { warning_markdown: warning }),
  };
  return Object.keys(document).length > 0 ? JSON.stringify(document) : null;
}

/** What is edited of a dataset. */
export function draftOf(item: DatasetItem): DatasetDraft {
  return {
    table_name: item.table_name,
    sql: item.sql,
    kind: item.kind,
    catalog: item.catalog,
    schema: item.schema,
    description: item.description,
    default_endpoint: item.default_endpoint,
    filter_select_enabled: item.filter_select_enabled,
    fetch_values_predicate: item.fetch_values_predicate,
    extra: item.extra,
    cache_timeout: item.cache_timeout,
    offset: item.offset,
    template_params: item.template_params,
    normalize_columns: item.normalize_columns,
    always_filter_main_dttm: item.always_filter_main_dttm,
    main_dttm_col: item.main_dttm_col,
    owners: item.owners.map(({ id }) => id),
    columns: item.columns.map((column) => ({
      key: `id:${column.id}`,
      id: column.id,
      uuid: column.uuid,
      column_name: column.column_name,
      type: column.type,
      advanced_data_type: column.advanced_data_type,
      verbose_name: column.verbose_name,
      description: column.description,
      expression: column.expression,
      filterable: column.filterable,
      groupby: column.groupby,
      is_active: column.is_active,
      is_dttm: column.is_dttm,
      python_date_format: column.python_date_format,
      isCalculated: (column.expression ?? '') !== '',
      ...vouchedOf(column.extra),
    })),
    // The newest one first (contract/ui.md F).
    metrics: item.metrics
      .toSorted((one, other) => other.id - one.id)
      .map((metric) => ({
        key: `id:${metric.id}`,
        id: metric.id,
        uuid: metric.uuid,
        metric_name: metric.metric_name,
        metric_type: metric.metric_type,
        expression: metric.expression,
        verbose_name: metric.verbose_name,
        description: metric.description,
        d3format: metric.d3format,
        currency: currencyOf(metric.currency),
        warning_text: metric.warning_text,
        ...vouchedOf(metric.extra),
      })),
  };
}

function currencyOf(currency: DatasetItem['metrics'][number]['currency']): DatasetMetricPut['currency'] {
  const { symbol, symbolPosition } = currency ?? {};
  return symbol && symbolPosition ? { symbol, symbolPosition } : null;
}

/**
 * What is sent to save a draft: the lists of columns and metrics are the complete new ones. `names` are carried to what
 * uses the former ones.
 */
export function payloadOf(draft: DatasetDraft, names: readonly NewName[] = []): DatasetPut {
  const { kind, columns, metrics, sql, ...fields } = draft;
  const isGone = !columns.some((column) => column.column_name === draft.main_dttm_col);
  const main = names.find((each) => each.kind === 'column' && each.from === draft.main_dttm_col);
  return {
    ...fields,
    ...(isGone && main && { main_dttm_col: main.to }),
    ...(names.length > 0 && { new_names: [...names] }),
    sql: kind === 'virtual' ? sql : '',
    columns: columns.map(
      ({ key, isCalculated, certifiedBy, certificationDetails, warning, extra, ...column }) => ({
        ...column,
        expression: isCalculated ? (column.expression ?? '') : '',
        python_date_format: column.python_date_format || null,
        extra: extraOf({ certifiedBy, certificationDetails, warning, extra }),
      }),
    ),
    metrics: metrics.map(({ key, certifiedBy, certificationDetails, warning, extra, ...metric }) => ({
      ...metric,
      d3format: metric.d3format || null,
      currency: metric.currency?.symbol ? metric.currency : null,
      extra: extraOf({ certifiedBy, certificationDetails, warning, extra }),
    })),
  };
}

/** A metric before anything is said of it. */
export function newMetric(): MetricDraft {
  return { key: newKey(), metric_name: '<new metric>', expression: '', ...vouchedOf(null) };
}

/** A calculated column before anything is said of it. */
export function newCalculatedColumn(): ColumnDraft {
  return {
    key: newKey(),
    column_name: '<new column>',
    expression: '<enter SQL expression here>',
    filterable: true,
    groupby: true,
    isCalculated: true,
    ...vouchedOf(null),
  };
}

/** What keeps a draft from being saved (contract/ui.md F2). */
export function problemsOf(draft: DatasetDraft): string[] {
  const calculated = draft.columns.filter(({ isCalculated }) => isCalculated);
  return [
    ...(draft.table_name.trim() === '' ? ['The dataset has no name'] : []),
    ...(draft.kind === 'virtual' && !draft.sql?.trim() ? ['The dataset has no SQL'] : []),
    ...(draft.columns.some(({ column_name: name }) => name.trim() === '') ? ['A column has no name'] : []),
    ...(draft.metrics.some(({ metric_name: name }) => name.trim() === '') ? ['A metric has no name'] : []),
    ...repeated(draft.columns.map((column) => column.column_name)).map(
      (name) => `Column name [${name}] is duplicated`,
    ),
    ...repeated(draft.metrics.map((metric) => metric.metric_name)).map(
      (name) => `Metric name [${name}] is duplicated`,
    ),
    ...calculated
      .filter(({ expression }) => !expression?.trim())
      .map(({ column_name: name }) => `Calculated column [${name}] requires an expression`),
    ...draft.metrics
      .filter(({ expression }) => expression.trim() === '')
      .map(({ metric_name: name }) => `Metric [${name}] requires an expression`),
    ...(draft.metrics.every(({ currency }) => !currency?.symbol || isCurrency(currency.symbol))
      ? []
      : ['Invalid currency code in saved metrics']),
    ...(isDocument(draft.extra) ? [] : ['Extra is not valid JSON']),
    ...(isDocument(draft.template_params) ? [] : ['Template parameters are not valid JSON']),
  ];
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
}

function isCurrency(code: string): boolean {
  return /^[A-Z]{3}$/.test(code) && Intl.supportedValuesOf('currency').includes(code);
}

function isDocument(text: string | null): boolean {
  if (!text?.trim()) return true;
  try {
    return isJsonObject(JSON.parse(text));
  } catch {
    return false;
  }
}

/** A column or metric that a draft no longer has under a name. */
export interface GoneName extends DatasetName {
  /** What the same one is called now; undefined where it was taken away. */
  to: string | undefined;
  /** Names that are new in the draft: what was taken away may be one of them. */
  others: string[];
}

/** Names of columns and metrics that a draft no longer has: they were taken away, or called otherwise. */
export function goneNames(before: DatasetDraft, after: DatasetDraft): GoneName[] {
  return [
    ...goneAmong('column', columnNames(before), columnNames(after)),
    ...goneAmong('metric', metricNames(before), metricNames(after)),
  ];
}

/** Names by the keys of what they name. */
type NamesByKey = ReadonlyMap<string, string>;

function columnNames({ columns }: DatasetDraft): NamesByKey {
  return new Map(columns.map(({ key, column_name }) => [key, column_name]));
}

function metricNames({ metrics }: DatasetDraft): NamesByKey {
  return new Map(metrics.map(({ key, metric_name }) => [key, metric_name]));
}

function goneAmong(kind: DatasetName['kind'], before: NamesByKey, after: NamesByKey): GoneName[] {
  const left = new Set(after.values());
  const known = new Set(before.values());
  const others = [...after].flatMap(([key, name]) => (before.has(key) || known.has(name) ? [] : [name]));
  return [...before].flatMap(([key, from]) => {
    const to = after.get(key);
    const isGone = to === undefined ? !left.has(from) : to !== from;
    return isGone ? [{ kind, from, to, others: to === undefined ? others : [] }] : [];
  });
}

/** Metrics and calculated columns of a draft whose SQL still says a name that is gone. */
export function sayingStill(draft: DatasetDraft, gone: DatasetName): string[] {
  return [
    ...draft.metrics.map(({ metric_name, expression }) => [metric_name, expression]),
    ...draft.columns.map(({ column_name, expression }) => [column_name, expression]),
  ].flatMap(([name, sql]) => (name && sql && namesInSql(sql, [gone]).length > 0 ? [name] : []));
}

/** What became of the columns when they were read anew from where they come. */
export interface Synced {
  columns: ColumnDraft[];
  added: string[];
  modified: string[];
  removed: string[];
}

/** Columns as their source has them now; what was said of those that stay is kept, and so are calculated ones. */
export function syncedColumns(columns: readonly ColumnDraft[], source: readonly SourceColumn[]): Synced {
  const physical = new Map(
    columns.filter(({ isCalculated }) => !isCalculated).map((column) => [column.column_name, column]),
  );
  const found = source.map((each) => [each, physical.get(each.column_name)] as const);
  const names = new Set(source.map((each) => each.column_name));
  return {
    columns: [
      ...found.map(([each, known]) => (known ? { ...known, type: each.type } : columnFrom(each))),
      ...columns.filter(({ isCalculated }) => isCalculated),
    ],
    added: found.flatMap(([each, known]) => (known ? [] : [each.column_name])),
    modified: found.flatMap(([each, known]) => (known && known.type !== each.type ? [each.column_name] : [])),
    removed: [...physical.keys()].filter((name) => !names.has(name)),
  };
}

function columnFrom({ column_name, type, is_dttm }: SourceColumn): ColumnDraft {
  return {
    key: newKey(),
    column_name,
    type,
    is_dttm,
    filterable: true,
    groupby: true,
    isCalculated: false,
    ...vouchedOf(null),
  };
}
