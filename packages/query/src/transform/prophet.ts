import { beyondBound, ownMember } from '@chartroom/model';
import type { Cell } from '../frame.ts';
import { addUnits, type Unit } from '../time-range/calendar.ts';
import type { Forecast, Seasonality } from './forecasting.ts';
import type { OperationOptions } from './operation-options.ts';
import {
  COMPUTED,
  cellOf,
  flatName,
  numbersOf,
  type ShapedTable,
  type TableColumn,
  takeRows,
} from './table.ts';

/** Steps of time by which a forecast goes on (contract/charts.md §2). */
const GRAINS: Readonly<Record<string, { count: number; unit: Unit }>> = {
  PT1S: { count: 1, unit: 'second' },
  PT1M: { count: 60, unit: 'second' },
  PT5M: { count: 300, unit: 'second' },
  PT10M: { count: 600, unit: 'second' },
  PT15M: { count: 900, unit: 'second' },
  PT30M: { count: 1_800, unit: 'second' },
  PT1H: { count: 1, unit: 'hour' },
  P1D: { count: 1, unit: 'day' },
  P1W: { count: 1, unit: 'week' },
  '1969-12-28T00:00:00Z/P1W': { count: 1, unit: 'week' },
  '1969-12-29T00:00:00Z/P1W': { count: 1, unit: 'week' },
  'P1W/1970-01-03T00:00:00Z': { count: 1, unit: 'week' },
  'P1W/1970-01-04T00:00:00Z': { count: 1, unit: 'week' },
  P1M: { count: 1, unit: 'month' },
  P3M: { count: 3, unit: 'month' },
  P1Y: { count: 1, unit: 'year' },
};

/** Places in time at which a trend may turn, and waves that a kind of season has where nothing else is said. */
const TURNS = 25;
const WAVES = { yearly: 10, weekly: 3, daily: 4 };
/** Values that fitting one row to one turn or wave is worth, and drawing one row of a band between two turns. */
const FITTING = 330;
const DRAWING = 250;

interface Plan {
  step: { count: number; unit: Unit };
  periods: number;
  interval: number;
  seasonality: Record<keyof typeof WAVES, Seasonality>;
}

/**
 * `prophet`: each series that has a number in every row is continued by so many periods, with its trend and the bounds
 * of what is likely, also for the rows that are there. The other series stay as they are.
 */
export function prophet(table: ShapedTable, options: OperationOptions): ShapedTable {
  const plan = planOf(options);
  const time = timeOf(table, options);
  const chosen = table.columns.filter((column) => column !== time && isForecast(column));
  if (chosen.length === 0) throw nothingToForecast(table, time, options);
  const sorted = takeRows(table, inTime(numbersOf(time.values)));
  const moments = numbersOf(time.values).sort((a, b) => a - b);
  const all = [...moments, ...momentsAfter(moments.at(-1) ?? 0, plan)];
  const cost = Math.ceil(costOf(moments, all, plan));
  const most = options.work.bounds.MAX_STEP_WORK;
  if (cost * chosen.length > most)
    throw beyondBound(
      `prophet: the work (MAX_STEP_WORK) of continuing ${chosen.length} series of ${table.length} rows by ${plan.periods} periods`,
      cost * chosen.length,
      most,
    );
  options.makes(table, {
    rows: all.length,
    columns: table.columns.length + 3 * chosen.length,
    cells: all.length * 3 * chosen.length,
  });
  const columns = sorted.columns.flatMap((column, place): TableColumn[] => {
    const source = table.columns[place];
    if (source === time) return [{ ...column, values: all }];
    const own = { ...column, values: longer(column.values, all.length) };
    if (source === undefined || !chosen.includes(source)) return [own];
    options.work.spend(cost);
    const forecast = options.work.forecast({
      moments,
      values: numbersOf(column.values),
      at: all,
      interval: plan.interval,
      seasonality: plan.seasonality,
    });
    return [...continued(column, forecast), own];
  });
  return { ...table, index: [], columns, length: all.length };
}

function planOf(options: OperationOptions): Plan {
  const grain = options.value('time_grain');
  if (grain === undefined || grain === '') throw options.recordedError('Time grain missing');
  const step = ownMember(GRAINS, String(grain));
  if (!step) throw options.recordedError(`Unsupported time grain: ${String(grain)}`);
  const periods = options.value('periods');
  if (typeof periods !== 'number' || !Number.isInteger(periods) || periods < 0)
    throw options.recordedError('Periods must be a whole number');
  const interval = options.value('confidence_interval');
  if (typeof interval !== 'number' || !(interval > 0 && interval < 1))
    throw options.recordedError('Confidence interval must be between 0 and 1 (exclusive)');
  return {
    step,
    periods: options.bounded('periods', 0, options.work.bounds.MAX_PERIODS),
    interval,
    seasonality: {
      yearly: seasonalityOf('yearly_seasonality', options),
      weekly: seasonalityOf('weekly_seasonality', options),
      daily: seasonalityOf('daily_seasonality', options),
    },
  };
}

function seasonalityOf(name: string, options: OperationOptions): Seasonality {
  const value = options.value(name);
  if (value === undefined || value === 'auto') return 'auto';
  if (typeof value === 'boolean') return value;
  const order = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof order === 'number' && Number.isInteger(order)) return Math.max(order, 0);
  throw options.error(
    `the option "${name}" is true, false, a whole number or left out, not ${JSON.stringify(value)}`,
  );
}

function timeOf(table: ShapedTable, options: OperationOptions): TableColumn {
  const name = options.optionalText('index') ?? '__timestamp';
  const [time] = options.columnsNamed(table, name).filter(({ parts }) => parts.length === 1);
  if (!time) throw options.recordedError('DataFrame must include temporal column');
  if (time.kind !== 'timestamp' && time.kind !== 'date')
    throw options.error(`a forecast goes along time, and the column "${name}" holds no moments`);
  const moments = numbersOf(time.values);
  const missing = moments.filter(Number.isNaN).length;
  if (missing > 0)
    throw options.error(
      `the column "${name}" is empty in ${missing} of ${table.length} rows; leave them out by a filter`,
    );
  if (table.columns.length < 2) throw options.recordedError('DataFrame include at least one series');
  if (new Set(moments).size < 2)
    throw options.error(`a forecast needs at least two moments in time; the column "${name}" has one`);
  return time;
}

const NO_NUMBERS: ReadonlySet<string> = new Set(['bool', 'timestamp', 'date', 'time', 'interval']);

/** Whether a column has a number in every row. */
function isForecast({ kind, values }: TableColumn): boolean {
  return !NO_NUMBERS.has(kind) && numbersOf(values).every(Number.isFinite);
}

function nothingToForecast(table: ShapedTable, time: TableColumn, options: OperationOptions): Error {
  const names = table.columns.filter((column) => column !== time).map(({ parts }) => flatName(parts));
  return options.error(
    `no series has a number in every row, so none can be continued (${names.slice(0, NAMED).join('; ')}${names.length > NAMED ? '; …' : ''}); fill the gaps, e.g. by resampling`,
  );
}

/** Series that a message names. */
const NAMED = 5;

/** The rows by their moments. */
function inTime(moments: readonly number[]): number[] {
  return moments.map((_, row) => row).sort((a, b) => (moments[a] ?? 0) - (moments[b] ?? 0));
}

function momentsAfter(last: number, { step, periods }: Plan): number[] {
  return Array.from({ length: periods }, (_, index) => addUnits(last, (index + 1) * step.count, step.unit));
}

/** Values that are looked at for one series: what grows with its rows, and what with how far ahead it is continued. */
function costOf(moments: readonly number[], all: readonly number[], { seasonality }: Plan): number {
  const [first = 0, last = 0] = [moments[0], moments.at(-1)];
  const waves = Object.entries(WAVES).reduce(
    (sum, [name, usual]) => sum + 2 * wavesOf(ownMember(seasonality, name), usual),
    0,
  );
  const reach = ((all.at(-1) ?? last) - first) / (last - first);
  return moments.length * (TURNS + waves) * FITTING + all.length * TURNS * reach * DRAWING;
}

function wavesOf(seasonality: Seasonality | undefined, usual: number): number {
  if (typeof seasonality === 'number') return seasonality;
  return seasonality === false ? 0 : usual;
}

/** The three columns of a continuation, named after its series. */
function continued({ parts }: TableColumn, { trend, lower, upper }: Forecast): TableColumn[] {
  const own = (end: string, values: readonly number[]): TableColumn => ({
    ...COMPUTED,
    parts: [`${flatName(parts)}${end}`],
    values: values.map(cellOf),
  });
  return [own('__yhat', trend), own('__yhat_lower', lower), own('__yhat_upper', upper)];
}

function longer(values: readonly Cell[], length: number): Cell[] {
  return [...values, ...new Array<Cell>(length - values.length).fill(null)];
}
