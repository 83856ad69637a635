import { columnsOf, listed, numberOf, textOf, uniqueBy } from '@chartroom/charts';
import { type ChartFormData, columnLabel, type DataRow, ownMember } from '@chartroom/model';
import {
  groupsIn,
  type LegacyChart,
  labelsIn,
  legacyQuery,
  nameIn,
  numberIn,
  requireCells,
  sortedByMetric,
  TIME,
  timeSeriesQuery,
  unanswerable,
} from './legacy-chart.ts';

/** The rows as they are. */
export const records: LegacyChart = {
  queries: (form) => [legacyQuery(form)],
  data: ([answer]) => answer?.rows ?? [],
};

/** `matrix[i][j]` is what goes from `nodes[j]` to `nodes[i]`. */
export const chord: LegacyChart = {
  queries: (form) => [legacyQuery(form, sortedByMetric(form))],
  data: ([answer], form, limits) => {
    const [source = '', target = ''] = [...columnsOf(form.groupby), ...columnsOf(form.columns)].map(
      columnLabel,
    );
    const [metric = ''] = labelsIn(form, ['metric']);
    const rows = (answer?.rows ?? []).map((row) => ({
      from: nameIn(row[source]),
      to: nameIn(row[target]),
      value: numberIn(row[metric]),
    }));
    const nodes = [...new Set(rows.flatMap(({ from, to }) => [from, to]))];
    requireCells('chord: the number of pairs of nodes', nodes.length ** 2, limits);
    const places = new Map(nodes.map((node, place) => [node, place]));
    const matrix = nodes.map(() => new Array<number | null>(nodes.length).fill(0));
    for (const { from, to, value } of rows) {
      const line = matrix[places.get(to) ?? -1];
      if (line) line[places.get(from) ?? 0] = value ?? 0;
    }
    return { nodes, matrix };
  },
};

/** The column of a form's `entity`. */
function entityIn(form: ChartFormData): string {
  const [entity] = columnsOf(form.entity);
  if (entity === undefined) throw unanswerable('Pick a column that names the countries or regions.');
  return columnLabel(entity);
}

export const countryMap: LegacyChart = {
  queries: (form) => [legacyQuery(form, { columns: columnsOf(form.entity) })],
  data: ([answer], form) => {
    const entity = entityIn(form);
    const [metric = ''] = labelsIn(form, ['metric']);
    return (answer?.rows ?? []).map((row) => ({
      country_id: row[entity] ?? null,
      metric: row[metric] ?? null,
    }));
  },
};

/** One list of bubbles per series. */
export const bubble: LegacyChart = {
  queries: (form) => {
    const labels = labelsIn(form, ['x', 'y', 'size']);
    if (labels.length < 3) throw unanswerable('Pick a metric for x, y and size');
    const columns = uniqueBy([...columnsOf(form.series), ...columnsOf(form.entity)], columnLabel);
    const limit = numberOf(form.limit);
    return [legacyQuery(form, { columns, series_limit: 0, ...(limit ? { row_limit: limit } : {}) })];
  },
  data: ([answer], form) => {
    const [x = '', y = '', size = ''] = labelsIn(form, ['x', 'y', 'size']);
    const [series] = [...columnsOf(form.series), ...columnsOf(form.entity)].map(columnLabel);
    const rows = (answer?.rows ?? []).map((row) => ({
      ...row,
      x: numberIn(row[x]),
      y: numberIn(row[y]),
      size: numberIn(row[size]),
      shape: 'circle',
      group: series === undefined ? null : (row[series] ?? null),
    }));
    return [...Map.groupBy(rows, ({ group }) => nameIn(group))].map(([key, values]) => ({ key, values }));
  },
};

export const bullet: LegacyChart = {
  queries: (form) => [legacyQuery(form)],
  data: ([answer], form) => {
    const [metric = ''] = labelsIn(form, ['metric']);
    return { measures: (answer?.rows ?? []).map((row) => numberIn(row[metric])) };
  },
};

/** `{metric: [{group, values}]}`: groups over time. */
export const pairedTtest: LegacyChart = {
  queries: (form) => [timeSeriesQuery(form)],
  data: ([answer], form, limits) => {
    const groups = groupsIn(form);
    const metrics = labelsIn(form, ['metric', 'metrics']);
    const rows = [...(answer?.rows ?? [])].sort(
      (one, other) => (numberIn(one[TIME]) ?? 0) - (numberIn(other[TIME]) ?? 0),
    );
    const moments = [...new Set(rows.map((row) => numberIn(row[TIME]) ?? 0))];
    const members = Map.groupBy(rows, (row) => JSON.stringify(groups.map((group) => row[group] ?? null)));
    requireCells(
      'paired_ttest: the number of values',
      metrics.length * members.size * moments.length,
      limits,
    );
    const ofMetric = (metric: string): object[] =>
      [...members]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([, own]) => {
          const values = new Map(own.map((row) => [numberIn(row[TIME]), numberIn(row[metric])]));
          const group = groups.length === 0 ? 'All' : groups.map((name) => nameIn(own[0]?.[name]));
          return { group, values: moments.map((x) => ({ x, y: values.get(x) ?? null })) };
        });
    return Object.fromEntries(metrics.map((metric) => [metric, ofMetric(metric)]));
  },
};

/** `{records: {moment: {column: value}}, columns, is_group_by}`. */
export const timeTable: LegacyChart = {
  queries: (form) => {
    const metrics = labelsIn(form, ['metrics']);
    if (metrics.length === 0) throw unanswerable('Pick at least one metric');
    if (groupsIn(form).length > 0 && metrics.length > 1)
      throw unanswerable("When using 'Group By' you are limited to use a single metric");
    return [timeSeriesQuery({ ...form, timeseries_limit_metric: null })];
  },
  data: ([answer], form) => {
    const groups = groupsIn(form);
    const metrics = labelsIn(form, ['metrics']);
    const records = new Map<string, Map<string, number | null>>();
    const columns = new Set(groups.length > 0 ? [] : metrics);
    for (const row of answer?.rows ?? []) {
      const moment = momentText(numberIn(row[TIME]) ?? 0);
      const record = records.get(moment) ?? new Map<string, number | null>();
      const name = groups.map((group) => nameIn(row[group])).join(', ');
      if (groups.length > 0) columns.add(name);
      for (const metric of metrics) record.set(groups.length > 0 ? name : metric, numberIn(row[metric]));
      records.set(moment, record);
    }
    return {
      records: Object.fromEntries(
        [...records]
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([moment, record]) => [moment, Object.fromEntries(record)]),
      ),
      columns: groups.length > 0 ? [...columns].sort() : [...columns],
      is_group_by: groups.length > 0,
    };
  },
};

/** A moment to the second; what is none is its number. */
function momentText(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? String(ms) : date.toISOString().slice(0, 19).replace('T', ' ');
}

const GRAINS: Readonly<Record<string, string>> = {
  min: 'PT1M',
  hour: 'PT1H',
  day: 'P1D',
  week: 'P1W',
  month: 'P1M',
  year: 'P1Y',
};

/** `{data: {metric: {seconds: value}}, start, domain, subdomain, range}`; `range` counts the domains. */
export const calendar: LegacyChart = {
  queries: (form) => {
    const subdomain = textOf(form.subdomain_granularity) ?? 'day';
    const grain = ownMember(GRAINS, subdomain);
    if (grain === undefined)
      throw unanswerable(
        `"${subdomain}" is no subdomain of a calendar: use ${Object.keys(GRAINS).join(', ')}.`,
      );
    return [timeSeriesQuery({ ...form, time_grain_sqla: grain })];
  },
  data: ([answer], form) => {
    if (!answer || answer.from === null || answer.to === null)
      throw unanswerable('Please provide both time bounds (Since and Until)');
    const { from, to, rows } = answer;
    const domain = textOf(form.domain_granularity) ?? 'month';
    const valuesOf = (metric: string) =>
      Object.fromEntries(
        rows.map((row) => [String((numberIn(row[TIME]) ?? 0) / 1000), numberIn(row[metric])]),
      );
    return {
      data: Object.fromEntries(
        labelsIn(form, ['metric', 'metrics']).map((metric) => [metric, valuesOf(metric)]),
      ),
      start: from,
      domain,
      subdomain: textOf(form.subdomain_granularity) ?? 'day',
      range: domainsBetween(new Date(from), new Date(to), domain),
    };
  },
};

/** How many domains of a calendar two moments touch. */
function domainsBetween(from: Date, to: Date, domain: string): number {
  const years = to.getUTCFullYear() - from.getUTCFullYear();
  const seconds = (to.getTime() - from.getTime()) / 1000;
  if (domain === 'year') return years + 1;
  if (domain === 'month')
    return years * 12 + to.getUTCMonth() - from.getUTCMonth() + (to.getUTCDate() < from.getUTCDate() ? 0 : 1);
  const span = SPANS.get(domain) ?? 3_600;
  return Math.floor(seconds / span) + 1;
}

/** Points as GeoJSON, and what the map is told of them. */
export const mapbox: LegacyChart = {
  queries: (form) => {
    const places = [...columnsOf(form.all_columns_x), ...columnsOf(form.all_columns_y)];
    if (places.length < 2) throw unanswerable('Pick the columns of longitude and latitude.');
    const [radius, label] = [
      columnsOf(form.point_radius).filter((column) => column !== 'Auto'),
      columnsOf(form.mapbox_label),
    ];
    const raw = [...places, ...radius, ...label.filter((column) => column !== 'count')];
    const groups = groupsIn(form);
    if (groups.length === 0)
      return [legacyQuery(form, { columns: uniqueBy(raw, columnLabel), metrics: null })];
    const missing = raw.map(columnLabel).filter((name) => !groups.includes(name));
    if (missing.length > 0)
      throw unanswerable(`Choice of [Group By] must also contain: ${missing.join(', ')}`);
    return [legacyQuery(form)];
  },
  data: ([answer], form) => mapOf(answer?.rows ?? [], form),
};

function mapOf(rows: readonly DataRow[], form: ChartFormData): object {
  const [x = '', y = ''] = [...columnsOf(form.all_columns_x), ...columnsOf(form.all_columns_y)].map(
    columnLabel,
  );
  const [label] = columnsOf(form.mapbox_label).map(columnLabel);
  const [radius] = columnsOf(form.point_radius).map(columnLabel);
  const points = rows.flatMap((row) => {
    const [longitude, latitude] = [numberIn(row[x]), numberIn(row[y])];
    if (longitude === null || latitude === null) return [];
    const shown = label === undefined || label === 'count' ? {} : { metric: row[label] ?? null };
    const size = radius === undefined || radius === 'Auto' ? {} : { radius: row[radius] ?? null };
    return [
      {
        type: 'Feature',
        properties: { ...shown, ...size },
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
      },
    ];
  });
  const [longitudes, latitudes] = [0, 1].map((axis) =>
    points.map(({ geometry }) => geometry.coordinates[axis] ?? 0),
  );
  const range = (values: readonly number[]): [number, number] => [Math.min(...values), Math.max(...values)];
  const [west, east] = range(longitudes ?? []);
  const [south, north] = range(latitudes ?? []);
  return {
    geoJSON: { type: 'FeatureCollection', features: points },
    hasCustomMetric: listed(form.mapbox_label).length > 0 && label !== 'count',
    mapStyle: form.mapbox_style ?? null,
    aggregatorName: textOf(form.pandas_aggfunc) ?? 'sum',
    clusteringRadius: numberOf(form.clustering_radius) ?? 60,
    pointRadiusUnit: textOf(form.point_radius_unit) ?? 'Pixels',
    globalOpacity: numberOf(form.global_opacity) ?? 1,
    bounds:
      points.length === 0
        ? null
        : [
            [west, south],
            [east, north],
          ],
    renderWhileDragging: form.render_while_dragging ?? true,
    color: form.mapbox_color ?? null,
    mapboxApiKey: '',
  };
}

/** Seconds of the longer steps of a calendar. */
const SPANS = new Map([
  ['week', 604_800],
  ['day', 86_400],
]);
