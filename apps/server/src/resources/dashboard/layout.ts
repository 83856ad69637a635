import { isJsonObject, type JsonObject } from '@chartroom/model';
import { storedObject } from '../../records/stored-json.ts';
import type { Wire } from '../columns.ts';

/** One piece of a dashboard's layout as stored in `position_json`. */
interface Piece {
  id: string;
  type: string;
  children: string[];
  parents: string[];
  meta: JsonObject;
}

/** Reads a layout; whatever is no piece of it (such as its version) is left out. */
export function readLayout(text: string | null | undefined): Map<string, Piece> {
  const pieces = new Map<string, Piece>();
  for (const [id, value] of Object.entries(storedObject(text))) {
    if (!isJsonObject(value) || typeof value.type !== 'string') continue;
    const texts = (list: unknown) =>
      Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
    pieces.set(id, {
      id,
      type: value.type,
      children: texts(value.children),
      parents: texts(value.parents),
      meta: isJsonObject(value.meta) ? value.meta : {},
    });
  }
  return pieces;
}

/** Ids of the charts that a layout shows. */
export function chartsIn(text: string | null | undefined): number[] {
  const ids = [...readLayout(text).values()].flatMap((piece) =>
    piece.type === 'CHART' ? [Number(piece.meta.chartId)] : [],
  );
  return [...new Set(ids.filter(Number.isInteger))];
}

/** The layout with charts exchanged (`ids`: old → new) and their uuids written in (`uuids`: id → uuid). */
export function withCharts(
  text: string,
  ids: ReadonlyMap<number, number>,
  uuids: ReadonlyMap<number, string>,
): string {
  const document: unknown = JSON.parse(text);
  if (!isJsonObject(document)) return text;
  const changed = Object.entries(document).map(([key, value]) => {
    if (!isJsonObject(value) || value.type !== 'CHART' || !isJsonObject(value.meta)) return [key, value];
    const old = Number(value.meta.chartId);
    const chartId = ids.get(old) ?? old;
    const uuid = uuids.get(chartId);
    return [
      key,
      {
        ...value,
        meta: { ...value.meta, ...(Number.isInteger(chartId) && { chartId }), ...(uuid && { uuid }) },
      },
    ];
  });
  return JSON.stringify(Object.fromEntries(changed));
}

interface Tab {
  value: string;
  title: string;
  parents: string[];
  children: Tab[];
}

/** Pieces of a layout inside one another. */
const DEEPEST = 500;

/** Tabs of a layout: all by id, and as the tree they form. */
export function tabsOf(text: string | null): Wire {
  const pieces = readLayout(text);
  const all = new Map<string, string>();
  const seen = new Set<string>();
  const below = (id: string, depth: number): Tab[] => {
    const piece = pieces.get(id);
    if (!piece || seen.has(id) || depth > DEEPEST) return [];
    seen.add(id);
    const children = piece.children.flatMap((child) => below(child, depth + 1));
    if (piece.type !== 'TAB') return children;
    const title = String(piece.meta.text ?? piece.meta.defaultText ?? piece.meta.placeholder ?? '');
    all.set(id, title);
    return [{ value: id, title, parents: piece.parents, children }];
  };
  const tab_tree = below('ROOT_ID', 0);
  return { all_tabs: Object.fromEntries(all), tab_tree };
}
