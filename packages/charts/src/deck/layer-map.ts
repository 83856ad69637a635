import { type ColumnRef, columnLabel, type DataRow } from '@chartroom/model';
import type { DrawInput, MapDrawing } from '../chart-type.ts';
import { type TooltipRow, tooltipMarkup } from '../draw/tooltip.ts';
import type { MapLayer, MapLegend, MapMark, Place } from '../map/layers.ts';
import { columnsOf } from '../question/read-form.ts';
import { categoryNamer } from './colors.ts';
import { layerNotes } from './notes.ts';
import { placePoint } from './point.ts';
import { layerView } from './view.ts';

/** A row of the answer as a mark of a map. */
export interface LayerItem {
  row: DataRow;
  /** What identifies it among the others. */
  name: string;
}

export interface LayerParts<Item extends LayerItem> {
  /** The rows that have a place. */
  items: readonly Item[];
  layers: readonly MapLayer[];
  /** The item of a mark; by the place in the layer unless told otherwise. */
  itemAt?: (mark: MapMark) => Item | undefined;
  /** What has to be in the picture. */
  places: readonly Place[];
  legend?: MapLegend | undefined;
  /** By what a press filters. */
  columns: readonly ColumnRef[];
  /** The field in whose place another column is put. */
  drillField?: string;
  told: (item: Item) => readonly TooltipRow[];
}

/** A map with the marks of one layer, as all types of this family have it. */
export function layerMap<Item extends LayerItem>(input: DrawInput, parts: LayerParts<Item>): MapDrawing {
  const { form, results } = input;
  const { items, layers, places, legend, columns, drillField, told } = parts;
  const itemAt = parts.itemAt ?? (({ index }: MapMark) => items[index]);
  const nameOf = categoryNamer(input);
  const extras = columnsOf(form.js_columns).map(columnLabel);
  return {
    kind: 'map',
    shapes: 'world',
    view: layerView(form, places, input),
    layers,
    legend,
    notes: layerNotes(form, (results[0]?.data.length ?? 0) - items.length),
    tooltip: (mark) => {
      const item = itemAt(mark);
      if (!item) return '';
      return tooltipMarkup(nameOf(item.row) ?? '', [
        ...told(item),
        ...extras.map((name) => ({ name, values: [String(item.row[name] ?? '')] })),
      ]);
    },
    pointAt: (mark) => {
      const item = itemAt(mark);
      if (!item) return undefined;
      const point = placePoint(input, item.row, columns, item.name);
      return drillField === undefined
        ? point
        : { ...point, drillBy: { field: drillField, filters: point.detail } };
    },
  };
}
