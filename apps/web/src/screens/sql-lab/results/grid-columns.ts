import { GenericType, type ResultColumn } from '@chartroom/model';
import type { RecordColumn } from '@chartroom/ui';
import { writtenBy } from './written-values.ts';

/** Columns of a result as grids have them; their values in the way of a language, or as they came. */
export function gridColumns(columns: readonly ResultColumn[], language: string | undefined): RecordColumn[] {
  return columns.map((column) => {
    const format = language === undefined ? undefined : writtenBy(column, language);
    return {
      key: column.column_name,
      label: column.name,
      numeric: column.type_generic === GenericType.NUMERIC,
      ...(column.type ? { hint: `${shownName(column.name)}: ${column.type}` } : {}),
      ...(format && { format }),
    };
  });
}

/** What stands for the name of a column: a query may give it none. */
export function shownName(name: string): string {
  return name.trim() === '' ? '(no name)' : name;
}
