import { type ChartDataResult, columnLabel, type DataRow } from '@chartroom/model';
import { parsedJson, placesIn } from '../../deck/shapes.ts';
import type { Place } from '../../map/layers.ts';
import { columnsOf, membersOf } from '../../question/read-form.ts';
import type { SmallChart } from './small-chart.ts';

/** A place, and the answers of the chart that stands there. */
export interface PlacedResults {
  at: Place;
  results: ChartDataResult[];
}

export interface Split {
  places: PlacedResults[];
  /** How many groups say no place. */
  strays: number;
}

/** The answers for all places, taken apart; each as if it were asked of one place alone. */
export function splitByPlace(small: SmallChart, results: readonly ChartDataResult[]): Split {
  if (small.place === undefined) return { places: [], strays: 0 };
  const name = columnLabel(small.place);
  const dimensions = columnsOf(small.form.groupby).filter((column) => columnLabel(column) !== name).length;
  const parted = results.map((result) =>
    result.colnames.includes(name) ? byRows(result, name) : byColumns(result, dimensions),
  );
  const texts = [...new Set(parted.flatMap((parts) => [...parts.keys()]))];
  const places = texts.flatMap((text): PlacedResults[] => {
    const at = pointIn(text);
    if (!at) return [];
    return [{ at, results: parted.map((parts, index) => parts.get(text) ?? emptied(results[index])) }];
  });
  return { places, strays: texts.length - places.length };
}

/** A row belongs to the place in its column. */
function byRows(result: ChartDataResult, name: string): Map<string, ChartDataResult> {
  const kept = result.colnames
    .map((column, index) => ({ column, index }))
    .filter(({ column }) => column !== name);
  const { [name]: _place, ...label_map } = result.label_map;
  const groups = Map.groupBy(result.data, (row) => textIn(row[name]));
  return new Map(
    [...groups].map(([text, rows]) => [
      text,
      {
        ...result,
        data: rows.map(({ [name]: _place, ...row }): DataRow => row),
        colnames: kept.map(({ column }) => column),
        coltypes: kept.flatMap(({ index }) => result.coltypes[index] ?? []),
        label_map,
        indexnames: rows.map((_row, index) => index),
        rowcount: rows.length,
      },
    ]),
  );
}

/** Of series that are columns, the place is a part of the name: before those of the other dimensions. */
function byColumns(result: ChartDataResult, dimensions: number): Map<string, ChartDataResult> {
  const columns = result.colnames.map((column, index) => {
    const parts = result.label_map[column] ?? [column];
    const at = parts.length - dimensions - 1;
    const text = parts[at];
    const isPlaced = at >= 0 && text !== undefined && (parts.length > 1 || pointIn(text) !== undefined);
    const others = parts.filter((_part, place) => place !== at);
    return { column, index, ...(isPlaced ? { text, others } : {}) };
  });
  const texts = new Set(columns.flatMap(({ text }) => text ?? []));
  return new Map(
    [...texts].map((text) => {
      const kept = columns
        .filter((each) => each.text === undefined || each.text === text)
        .map((each) => ({ ...each, name: nameOf(each.column, each.others) }));
      return [
        text,
        {
          ...result,
          data: result.data.map((row) =>
            Object.fromEntries(kept.map(({ column, name }) => [name, row[column] ?? null])),
          ),
          colnames: kept.map(({ name }) => name),
          coltypes: kept.flatMap(({ index }) => result.coltypes[index] ?? []),
          label_map: Object.fromEntries(
            kept.map(({ column, name, others }) => [name, others ?? result.label_map[column] ?? [name]]),
          ),
        },
      ];
    }),
  );
}

/** What is left of a name without its place; a single metric without a name keeps one. */
function nameOf(column: string, others: readonly string[] | undefined): string {
  if (others === undefined) return column;
  return others.length === 0 ? 'value' : others.join(', ');
}

function emptied(result: ChartDataResult | undefined): ChartDataResult {
  if (!result) throw new Error('an answer is taken apart that is not there');
  return { ...result, data: [], indexnames: [], rowcount: 0 };
}

function textIn(cell: DataRow[string] | undefined): string {
  return typeof cell === 'string' ? cell : JSON.stringify(cell ?? null);
}

/** The point of a GeoJSON text, with or without the feature around it. */
function pointIn(text: string): Place | undefined {
  const { geometry, coordinates } = membersOf(parsedJson(text));
  const point = membersOf(geometry).coordinates ?? coordinates;
  return placesIn([point], { type: 'json', isReversed: false })?.[0];
}
