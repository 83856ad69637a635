import { ownMember } from '@chartroom/model';
import { mapColumns } from './append-columns.ts';
import type { OperationOptions } from './operation-options.ts';
import { computed, numbersOf, type ShapedTable } from './table.ts';

const STEPS: Readonly<Record<string, (before: number, value: number) => number>> = {
  sum: (before, value) => before + value,
  prod: (before, value) => before * value,
  min: (before, value) => Math.min(before, value),
  max: (before, value) => Math.max(before, value),
};

/** `cum`: running sum, product, least or greatest value; nulls count as 0. */
export function cum(table: ShapedTable, options: OperationOptions): ShapedTable {
  const operator = options.text('operator');
  const step = ownMember(STEPS, operator);
  if (!step) throw options.recordedError(`Invalid cumulative operator: ${operator}`);
  const mapping = options.mapping('columns');
  options.requireColumns(
    table,
    mapping.map(([source]) => source),
  );
  return mapColumns(table, mapping, options, (column) => {
    let state: number | undefined;
    const values = numbersOf(column.values).map((value) => {
      const number = Number.isNaN(value) ? 0 : value;
      state = state === undefined ? number : step(state, number);
      return state;
    });
    return computed(column.parts, values);
  });
}
