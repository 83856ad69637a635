import type { ColumnRef, MetricRef } from '@chartroom/model';

/** A value as a list: nothing is an empty list, a single value a list of one. */
export function listed(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** Whether a value refers to a column: a name, or an expression with its label. */
export function isColumnRef(value: unknown): value is ColumnRef {
  return (
    typeof value === 'string' || (typeof value === 'object' && value !== null && 'sqlExpression' in value)
  );
}

/** Whether a value refers to a metric: a name, the old `{label}`, or one made on the spot. */
export function isMetricRef(value: unknown): value is MetricRef {
  return (
    typeof value === 'string' ||
    (typeof value === 'object' && value !== null && ('label' in value || 'expressionType' in value))
  );
}

/** The columns of a form value (single or list). */
export function columnsOf(value: unknown): ColumnRef[] {
  return listed(value).filter(isColumnRef);
}

/** The metrics of a form value (single or list). */
export function metricsOf(value: unknown): MetricRef[] {
  return listed(value).filter(isMetricRef);
}

/** The texts of a form value (single or list). */
export function textsOf(value: unknown): string[] {
  return listed(value).filter((each) => typeof each === 'string');
}

/** A text that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A number given as one or as text; undefined when it is neither. */
export function numberOf(value: unknown): number | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  const number = Number(value);
  return Number.isNaN(number) ? undefined : number;
}

/** A whole number read from the start of a value, as number boxes hold it. */
export function wholeOf(value: unknown, otherwise: number): number {
  const whole = Number.parseInt(String(value), 10);
  return Number.isNaN(whole) ? otherwise : whole;
}

/** The members of an object value; none when it is not an object. */
export function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** The list without later members of the same label. */
export function uniqueBy<T>(values: readonly T[], label: (value: T) => string): T[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const key = label(value);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
