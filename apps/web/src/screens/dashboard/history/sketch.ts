import { GRID_COLUMNS, heightOf, type Layout, type LayoutItem, ROOT_ID, widthOf } from '@chartroom/model';

/** A layout drawn small: boxes in units of a column across and of eight pixels down. */

export interface SketchBox {
  id: string;
  type: LayoutItem['type'];
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Sketch {
  boxes: SketchBox[];
  width: number;
  height: number;
}

/** Units of what says nothing of its height. */
const LINE = 6;
const GAP = 1;
/** Columns by which what stands inside is set in. */
const UNIT = 8;

/** The boxes of a layout; tabs are drawn one below the other. */
export function sketchOf(layout: Layout): Sketch {
  const boxes: SketchBox[] = [];
  const seen = new Set<string>();
  const draw = (id: string, place: { x: number; y: number; width: number }): number => {
    const item = layout[id];
    if (!item || seen.has(id)) return 0;
    seen.add(id);
    if (item.type === 'ROW') return drawRow(item, place);
    if (item.children.length > 0 || item.type === 'COLUMN') return drawStack(item, place);
    const height = heightIn(item);
    if (height > 0) boxes.push({ id, type: item.type, text: textOf(item), ...place, height });
    return height;
  };
  const drawRow = (row: LayoutItem, { x, y, width }: { x: number; y: number; width: number }): number => {
    let left = x;
    const heights = row.children.map((child) => {
      const part = layout[child];
      if (!part) return 0;
      const own = Math.min(widthOf(part), width);
      const height = draw(child, { x: left, y, width: own });
      left += own;
      return height;
    });
    return Math.max(LINE, ...heights);
  };
  const drawStack = (item: LayoutItem, { x, y, width }: { x: number; y: number; width: number }): number => {
    let below = y;
    if (item.type === 'TAB') {
      boxes.push({ id: item.id, type: 'TAB', text: textOf(item), x, y, width, height: LINE });
      below += LINE + GAP;
    }
    for (const child of item.children) {
      const height = draw(child, { x, y: below, width });
      below += height > 0 ? height + GAP : 0;
    }
    return below - y;
  };
  const height = draw(ROOT_ID, { x: 0, y: 0, width: GRID_COLUMNS });
  return { boxes, width: GRID_COLUMNS, height: Math.max(LINE, height) };
}

function heightIn(item: LayoutItem): number {
  if (item.type === 'CHART' || item.type === 'MARKDOWN') return Math.round(heightOf(item) / UNIT);
  if (item.type === 'DIVIDER') return 1;
  return item.type === 'HEADER' || item.type === 'DYNAMIC' ? LINE : 0;
}

function textOf({ type, meta }: LayoutItem): string {
  if (type === 'CHART') return String(meta.sliceNameOverride ?? meta.sliceName ?? '');
  if (type === 'MARKDOWN') return String(meta.code ?? 'Text');
  if (type === 'TAB') return String(meta.text || meta.defaultText || 'Tab');
  return type === 'HEADER' ? String(meta.text ?? '') : '';
}
