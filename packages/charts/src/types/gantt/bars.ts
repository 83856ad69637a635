import { type ColumnRef, columnLabel, type DataRow } from '@chartroom/model';
import type { DrawInput } from '../../chart-type.ts';
import { countOf } from '../../draw/note.ts';
import { rowNamer } from '../../draw/row-names.ts';
import { columnsOf } from '../../question/read-form.ts';

/** A row of the answer: what takes place from one moment to another. */
export interface Bar {
  /** Milliseconds since 1970. */
  start: number;
  end: number;
  category: string;
  /** What it is coloured by; empty without a dimension. */
  series: string;
  /** Its row in the picture, from the top. */
  place: number;
  row: DataRow;
}

/** A name at the left and the rows of the picture that it has. */
export interface Category {
  name: string;
  first: number;
  rows: number;
}

export interface GanttData {
  bars: readonly Bar[];
  categories: readonly Category[];
  /** Names of the series in order of appearance. */
  series: readonly string[];
  /** Rows of the picture. */
  rows: number;
  /** What is not drawn. */
  notes: readonly string[];
}

/** The bars of an answer. One row per category, or one per category and series. */
export function ganttData({ form, results }: DrawInput): GanttData {
  const [result = { data: [], colnames: [], coltypes: [] }] = results;
  const [start] = columnsOf(form.start_time);
  const [end] = columnsOf(form.end_time);
  const dimension = columnsOf(form.series).slice(0, 1);
  const categoryOf = rowNamer(columnsOf(form.y_axis), result);
  const seriesOf = rowNamer(dimension, result);
  const all = result.data.map((row) => ({
    start: momentIn(row, start),
    end: momentIn(row, end),
    category: categoryOf(row),
    series: seriesOf(row),
    row,
  }));
  const spans = all.flatMap((bar) =>
    bar.start !== null && bar.end !== null && bar.end >= bar.start
      ? [{ ...bar, start: bar.start, end: bar.end }]
      : [],
  );
  const within = Boolean(form.subcategories) && dimension.length > 0;
  const { places, categories, rows } = placesOf(spans, within);
  const missing = all.length - spans.length;
  return {
    bars: spans.map((bar) => ({ ...bar, place: places.get(placeKey(bar, within)) ?? 0 })),
    categories,
    series: [...new Set(spans.map((bar) => bar.series))],
    rows,
    notes: missing > 0 ? [`Not drawn: ${countOf(missing, 'row')} without a start and an end after it`] : [],
  };
}

/** A moment of an answer: milliseconds, or a text that says one. */
function momentIn(row: DataRow, column: ColumnRef | undefined): number | null {
  const value = column === undefined ? null : row[columnLabel(column)];
  const moment = typeof value === 'string' ? Date.parse(value) : value;
  return typeof moment === 'number' && Number.isFinite(moment) ? moment : null;
}

type Named = Pick<Bar, 'category' | 'series'>;

function placeKey({ category, series }: Named, within: boolean): string {
  return JSON.stringify(within ? [category, series] : [category]);
}

function placesOf(bars: readonly Named[], within: boolean) {
  const places = new Map<string, number>();
  const categories: Category[] = [];
  let rows = 0;
  for (const [name, members] of Map.groupBy(bars, (bar) => bar.category)) {
    const first = rows;
    for (const key of new Set(members.map((bar) => placeKey(bar, within)))) {
      places.set(key, rows);
      rows += 1;
    }
    categories.push({ name, first, rows: rows - first });
  }
  return { places, categories, rows };
}
