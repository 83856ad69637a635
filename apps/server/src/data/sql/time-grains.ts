import type { Dialect } from '@chartroom/query';

/** Names of the grains in the order in which they are offered (contract/query.md §3.1). */
const GRAINS: readonly (readonly [duration: string, name: string])[] = [
  ['PT1S', 'Second'],
  ['PT5S', '5 second'],
  ['PT30S', '30 second'],
  ['PT1M', 'Minute'],
  ['PT5M', '5 minute'],
  ['PT10M', '10 minute'],
  ['PT15M', '15 minute'],
  ['PT30M', '30 minute'],
  ['PT1H', 'Hour'],
  ['PT6H', '6 hour'],
  ['P1D', 'Day'],
  ['P1W', 'Week'],
  ['P1M', 'Month'],
  ['P3M', 'Quarter'],
  ['P1Y', 'Year'],
  ['1969-12-28T00:00:00Z/P1W', 'Week starting Sunday'],
  ['1969-12-29T00:00:00Z/P1W', 'Week starting Monday'],
  ['P1W/1970-01-03T00:00:00Z', 'Week ending Saturday'],
  ['P1W/1970-01-04T00:00:00Z', 'Week ending Sunday'],
];

/** Grains that an engine can do, as `[duration, name]`. */
export function timeGrains(dialect: Pick<Dialect, 'grains'>): [string, string][] {
  return GRAINS.filter(([duration]) => duration in dialect.grains).map(([duration, name]) => [
    duration,
    name,
  ]);
}

/** The same with the engine's expression, as `result_type=timegrains` answers it. */
export function grainFacts(
  dialect: Pick<Dialect, 'grains'>,
): { name: string; function: string; duration: string }[] {
  return timeGrains(dialect).map(([duration, name]) => ({
    name,
    function: dialect.grains[duration] ?? '{col}',
    duration,
  }));
}
