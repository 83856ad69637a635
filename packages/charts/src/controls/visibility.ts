import { type DatasetColumn, GenericType } from '@chartroom/model';
import { xAxisOf } from '../question/base-axis.ts';
import { columnsOf } from '../question/read-form.ts';
import type { ControlState } from './control.ts';

type Condition = (state: ControlState) => boolean;

/** Shown when another control holds something other than nothing, false or an empty list. */
export function isSet(name: string): Condition {
  return ({ form }) => {
    const value = form[name];
    return Array.isArray(value) ? value.length > 0 : Boolean(value);
  };
}

/** Shown when another control holds this value. */
export function equals(name: string, value: unknown): Condition {
  return ({ form }) => form[name] === value;
}

export function all(...conditions: readonly Condition[]): Condition {
  return (state) => conditions.every((condition) => condition(state));
}

export function any(...conditions: readonly Condition[]): Condition {
  return (state) => conditions.some((condition) => condition(state));
}

export function not(condition: Condition): Condition {
  return (state) => !condition(state);
}

/** The dataset column of the x-axis; undefined when it is an expression or unknown. */
function axisColumn({ form, datasource }: ControlState): DatasetColumn | undefined {
  const axis = xAxisOf(form);
  return typeof axis === 'string'
    ? datasource?.columns.find((column) => column.column_name === axis)
    : undefined;
}

const isSqlAxis: Condition = ({ form }) => typeof xAxisOf(form) === 'object';

/** The x-axis is a time, or an expression that may be one. */
export const isTimeAxis: Condition = (state) => isSqlAxis(state) || Boolean(axisColumn(state)?.is_dttm);

/** The x-axis is a number. */
export const isNumericAxis: Condition = (state) => axisColumn(state)?.type_generic === GenericType.NUMERIC;

/** The values of the x-axis have no order of their own, so that one can be chosen. */
export const isSortableAxis: Condition = (state) => {
  const type = axisColumn(state)?.type_generic;
  const categorical = type === GenericType.STRING || type === GenericType.BOOLEAN;
  return (
    isSqlAxis(state) || categorical || (isNumericAxis(state) && Boolean(state.form.xAxisForceCategorical))
  );
};

/** A dimension among the given controls is a time, or an expression that may be one. */
export function hasTimeDimension(...names: readonly string[]): Condition {
  return ({ form, datasource }) =>
    names
      .flatMap((name) => columnsOf(form[name]))
      .some(
        (column) =>
          typeof column !== 'string' ||
          datasource?.columns.find((each) => each.column_name === column)?.is_dttm === true,
      );
}
