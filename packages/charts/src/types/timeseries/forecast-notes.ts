import { grouped } from '@chartroom/model';
import { amountOf } from '../../draw/row-names.ts';
import type { DataSeries } from './rows.ts';
import { hasForecast } from './series.ts';
import type { SeriesContext } from './series-context.ts';

/** Names that are told; of more, how many there are. */
const TOLD = 3;
/** How far values may be from a line that they were computed by, beside the largest of them. */
const EXACT = 1e-9;

/** What has to be said of a forecast: which series are not continued though that was asked for, and which by a straight line only. */
export function forecastNotes(context: SeriesContext, measured: readonly DataSeries[]): string[] {
  const { settings, table } = context;
  if (!settings.forecast) return [];
  const left = measured.filter((series) => !hasForecast(table, series));
  const straight = measured.filter((series) => isStraight(context, `${series.column}__yhat`));
  return [
    ...(left.length === 0 || left.length === measured.length
      ? []
      : [`No forecast, values are missing: ${left.map(({ name }) => name).join(', ')}`]),
    ...(straight.length === 0
      ? []
      : [`Continued by a straight line, no better course was found: ${listOf(straight)}`]),
  ];
}

/** Whether the values of a column lie on one line: a fitted course bends, if only a little, at each place where it may. */
function isStraight({ settings, input }: SeriesContext, column: string): boolean {
  const points = (input.results[0]?.data ?? []).flatMap((row) => {
    const [x, y] = [amountOf(row[settings.axis]), amountOf(row[column])];
    return x === null || y === null ? [] : [{ x, y }];
  });
  const sorted = points.toSorted((a, b) => a.x - b.x);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined || last.x === first.x) return false;
  const slope = (last.y - first.y) / (last.x - first.x);
  const largest = sorted.reduce((most, { y }) => Math.max(most, Math.abs(y)), 0);
  return sorted.every(({ x, y }) => Math.abs(y - first.y - slope * (x - first.x)) <= EXACT * largest);
}

function listOf(series: readonly DataSeries[]): string {
  const told = series.slice(0, TOLD).map(({ name }) => name);
  const more = series.length - told.length;
  return `${told.join(', ')}${more > 0 ? ` and ${grouped(more)} more` : ''}`;
}
