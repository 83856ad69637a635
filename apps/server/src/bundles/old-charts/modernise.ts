import { isJsonObject } from '@chartroom/model';
import type { ChartFile, DashboardFile } from '../bundle-schemas.ts';
import type { Mapping } from '../legacy/legacy-objects.ts';
import type { Bundle, Document } from '../parse-bundle.ts';
import { successorOf } from './chart-types.ts';
import { type FilterBox, filtersOf } from './filter-boxes.ts';

/** Notes what a file says and this installation says differently. */
type Convert = (path: string, reason: string) => void;

/**
 * A bundle in the terms of today: charts of former types become those of the types that followed them, and filter boxes
 * become filters of the dashboards that showed them (contract/api.md §5.2).
 */
export function modernised(bundle: Bundle, convert: Convert): Bundle {
  const boxes = bundle.charts.filter(({ content }) => content.viz_type === 'filter_box');
  return {
    ...bundle,
    charts: bundle.charts.filter((each) => !boxes.includes(each)).map((each) => modernChart(each, convert)),
    dashboards:
      boxes.length === 0
        ? bundle.dashboards
        : bundle.dashboards.map((each) => withFilters(each, boxes, convert)),
  };
}

function modernChart(document: Document<ChartFile>, convert: Convert): Document<ChartFile> {
  const { path, content } = document;
  const modern = successorOf(content.viz_type, content.params ?? {});
  if (!modern) return document;
  convert(path, `Charts of the type "${content.viz_type}" are "${modern.viz_type}" today`);
  const query_context = withForm(content.query_context, modern.params);
  return { path, content: { ...content, ...modern, ...(query_context !== undefined && { query_context }) } };
}

/** A stored question with another form; undefined where it has none. */
function withForm(text: string | null | undefined, form_data: Mapping): string | undefined {
  if (!text) return undefined;
  const context: unknown = JSON.parse(text);
  return isJsonObject(context) && 'form_data' in context
    ? JSON.stringify({ ...context, form_data })
    : undefined;
}

function withFilters(
  document: Document<DashboardFile>,
  boxes: readonly Document<ChartFile>[],
  convert: Convert,
): Document<DashboardFile> {
  const { path, content } = document;
  const { position, shown } = withoutBoxes(content.position ?? {}, boxes);
  if (shown.length === 0) return document;
  const { default_filters: _, filter_scopes: __, ...metadata } = content.metadata ?? {};
  const filters = filtersOf(shown, content.metadata ?? {}, content.position ?? {});
  const present: unknown[] = Array.isArray(metadata.native_filter_configuration)
    ? metadata.native_filter_configuration
    : [];
  for (const { chart } of shown)
    convert(path, `The filter box "${chart.slice_name}" is filters of the dashboard now`);
  return {
    path,
    content: {
      ...content,
      position,
      metadata: { ...metadata, native_filter_configuration: [...present, ...filters] },
    },
  };
}

/** A layout with a line of text in the place of each filter box, and the boxes that it showed. */
function withoutBoxes(
  position: Mapping,
  boxes: readonly Document<ChartFile>[],
): { position: Mapping; shown: FilterBox[] } {
  const shown: FilterBox[] = [];
  const names = new Map<unknown, string>();
  const nodes = Object.entries(position).map(([key, node]): [string, unknown] => {
    const meta =
      isJsonObject(node) && node.type === 'CHART' && isJsonObject(node.meta) ? node.meta : undefined;
    const box =
      meta &&
      boxes.find(
        ({ path, content }) =>
          content.uuid === meta.uuid || (meta.uuid === undefined && oldId(path) === meta.chartId),
      );
    if (!isJsonObject(node) || !meta || !box) return [key, node];
    const id = key.replace(/^CHART-/, 'MARKDOWN-');
    names.set(key, id);
    if (!shown.some(({ chart }) => chart === box.content))
      shown.push({ id: Number(meta.chartId), chart: box.content });
    const { width, height } = meta;
    const code = `The filters of *${box.content.slice_name.replace(/[\\*_[\]<>`]/g, '\\$&')}* stand in the filter bar now.`;
    return [id, { ...node, id, type: 'MARKDOWN', meta: { width, height, code } }];
  });
  const renamed = (list: unknown): unknown =>
    Array.isArray(list) ? list.map((id: unknown) => names.get(id) ?? id) : list;
  const moved = nodes.map(([key, node]): [string, unknown] => {
    if (!isJsonObject(node)) return [key, node];
    const { children, parents } = node;
    return [
      key,
      {
        ...node,
        ...(children !== undefined && { children: renamed(children) }),
        ...(parents !== undefined && { parents: renamed(parents) }),
      },
    ];
  });
  return { position: Object.fromEntries(moved), shown };
}

/** The id that a chart had where the bundle was made: its file's name ends with it (contract/api.md §5.1). */
export function oldId(path: string): number | undefined {
  const [, id] = /_(\d+)\.ya?ml$/i.exec(path) ?? [];
  return id === undefined ? undefined : Number(id);
}
