import { columnLabel, type DatasourceData, metricLabel } from '@chartroom/model';
import { isColumnRef, isMetricRef } from '../question/read-form.ts';
import type { Choice, ControlState } from './control.ts';

type Named = Pick<DatasourceData, 'verbose_map'> | null;

/** By what rows can be ordered, as a person would say it. */
export function orderChoices({ datasource }: ControlState): readonly Choice[] {
  return (datasource?.order_by_choices ?? []).map(
    ([value, label]): Choice => [value, orderText(value, datasource) ?? label],
  );
}

/** How an order reads, which is stored as a pair or as the JSON of one; undefined for what is no order. */
export function orderText(value: unknown, datasource: Named): string | undefined {
  const pair = typeof value === 'string' ? parsed(value) : value;
  if (!Array.isArray(pair) || pair.length !== 2 || typeof pair[1] !== 'boolean') return undefined;
  const name = nameOf(pair[0]);
  if (name === undefined) return undefined;
  return `${datasource?.verbose_map[name] ?? name}, ${pair[1] ? 'ascending' : 'descending'}`;
}

function nameOf(by: unknown): string | undefined {
  if (isColumnRef(by)) return columnLabel(by);
  return isMetricRef(by) ? metricLabel(by) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A name is no order.
    return undefined;
  }
}
