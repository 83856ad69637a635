import { type ChartFormData, type DataRow, type MetricRef, metricLabel } from '@chartroom/model';
import type { DrawInput } from '../../chart-type.ts';
import { amountOf, rowNamer } from '../../draw/row-names.ts';
import { columnsOf, membersOf, metricsOf, numberOf, textOf, uniqueBy } from '../../question/read-form.ts';

/** Decimals of a share. */
const DECIMALS = 10;

/** One axis of a radar: a metric and how far its values reach. */
interface Spoke {
  /** Column of the answer. */
  column: string;
  min: number;
  max: number;
  /** Its values stand on it as they are; on other axes they stand as shares of the largest value of their row. */
  own: boolean;
}

/** One line round the centre: a row of the answer. */
export interface Shape {
  name: string;
  row: DataRow;
  /** Its values, one per axis. */
  amounts: readonly (number | null)[];
  /** Where they stand on the axes. */
  places: readonly (number | null)[];
}

export interface RadarData {
  metrics: readonly MetricRef[];
  spokes: readonly Spoke[];
  shapes: readonly Shape[];
}

/** Axes and lines of an answer, in its order. */
export function radarData({ form, results }: DrawInput): RadarData {
  const [result] = results;
  const metrics = uniqueBy(metricsOf(form.metrics), metricLabel);
  const groups = columnsOf(form.groupby);
  const nameOf = rowNamer(groups, result ?? { colnames: [], coltypes: [] }, textOf(form.date_format));
  const rows = (result?.data ?? []).map((row) => ({
    name: nameOf(row),
    row,
    amounts: metrics.map((metric) => amountOf(row[metricLabel(metric)])),
  }));
  const spokes = metrics.map((metric, index) =>
    spokeOf(
      form,
      metricLabel(metric),
      rows.map(({ amounts }) => amounts[index] ?? null),
    ),
  );
  const shapes = rows.map((each): Shape => ({ ...each, places: placesOf(each.amounts, spokes) }));
  return {
    metrics,
    spokes: reachingBelowZero(spokes, shapes),
    shapes,
  };
}

/** An axis has bounds of its own when its metric has a largest value, or a smallest one other than zero. */
function spokeOf(form: ChartFormData, column: string, amounts: readonly (number | null)[]): Spoke {
  const config = membersOf(membersOf(form.column_config)[column]);
  const min = numberOf(config.radarMetricMinValue) ?? 0;
  const max = numberOf(config.radarMetricMaxValue);
  if (!max && min === 0) return { column, min: 0, max: 1, own: false };
  if (max) return { column, min, max, own: true };
  const most = amounts.reduce<number>((largest, amount) => Math.max(largest, amount ?? min), min);
  return { column, min, max: most > min ? most : min + 1, own: true };
}

function placesOf(amounts: readonly (number | null)[], spokes: readonly Spoke[]): (number | null)[] {
  const whole = wholeOf(amounts);
  return amounts.map((amount, index) =>
    spokes[index]?.own ? amount : Number(((amount ?? 0) / whole).toFixed(DECIMALS)),
  );
}

/** The largest value; where none is above zero, the one that is farthest from it. */
function wholeOf(amounts: readonly (number | null)[]): number {
  const values = amounts.map((amount) => amount ?? 0);
  const largest = Math.max(...values);
  const farthest = largest > 0 ? largest : Math.max(...values.map(Math.abs));
  return farthest || 1;
}

/** Below zero a line would come out on the other side of the centre: there, the centre is the smallest share. */
function reachingBelowZero(spokes: readonly Spoke[], shapes: readonly Shape[]): Spoke[] {
  const shares = shapes.flatMap(({ places }) =>
    places.map((place, index) => (spokes[index]?.own ? 0 : place)),
  );
  const min = shares.reduce<number>((least, share) => Math.min(least, share ?? 0), 0);
  return spokes.map((spoke) => (spoke.own ? spoke : { ...spoke, min }));
}
