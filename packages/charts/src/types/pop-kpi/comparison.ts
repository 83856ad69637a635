import type { DrawInput } from '../../chart-type.ts';
import { finiteOf } from '../../draw/row-names.ts';
import { textsOf } from '../../question/read-form.ts';

/** A value beside the one of another time. */
export interface Comparison {
  /** Null where the answer has no number. */
  value: number | null;
  previous: number | null;
  difference: number | null;
  /** How much it has changed, as a part of what it was. */
  change: number | null;
  /** The time it is compared with, as form data name it; undefined when with none. */
  shift: string | undefined;
}

/** Adds up the values of all rows, now and then. */
export function comparisonOf({ form, results }: DrawInput, metric: string): Comparison {
  const [result] = results;
  const then = result?.colnames.find((name) => name.startsWith(`${metric}__`));
  const rows = result?.data ?? [];
  const total = (column: string | undefined): number | null => {
    const values = column === undefined ? [] : rows.map((row) => finiteOf(row[column]));
    const known = values.filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
  };
  const [value, previous] = [total(metric), total(then)];
  const [shift] = textsOf(form.time_compare);
  const isCompared = value !== null && previous !== null;
  return {
    value,
    previous,
    difference: isCompared ? value - previous : null,
    change: isCompared ? changeOf(value, previous) : null,
    shift: then === undefined ? undefined : shift,
  };
}

/** What comes from nothing, or comes to nothing, has changed wholly. */
function changeOf(value: number, previous: number): number {
  if (value === 0 && previous === 0) return 0;
  if (previous === 0 || value === 0) return value > previous ? 1 : -1;
  return (value - previous) / Math.abs(previous);
}
