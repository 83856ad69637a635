import type { OperationOptions } from './operation-options.ts';
import { roundEven } from './statistics.ts';
import { computed, numbersOf, type ShapedTable, type TableColumn } from './table.ts';

/** `compare`: difference, change in per cent or ratio of pairs of columns, as `<type>__<source>__<compare>`. */
export function compare(table: ShapedTable, options: OperationOptions): ShapedTable {
  const [sources, others] = [options.names('source_columns'), options.names('compare_columns')];
  if (sources.length !== others.length)
    throw options.recordedError('`compare_columns` must have the same length as `source_columns`.');
  const type = options.text('compare_type');
  const formula = formulaOf(type, options.number('precision', 4));
  if (!formula) throw options.recordedError('`compare_type` must be `difference`, `percentage` or `ratio`');
  options.requireColumns(table, sources);
  options.requireColumns(table, others);
  options.makesColumns(
    table,
    sources.reduce((count, source) => count + options.columnsNamed(table, source).length, 0),
  );
  const added = sources.flatMap((source, pair) => {
    const other = others[pair] ?? '';
    const partners = options.columnsNamed(table, other);
    // The first partner of a level is the one that is compared with.
    const byLevel = new Map([...partners].reverse().map((partner) => [levelOf(partner), partner]));
    return options.columnsNamed(table, source).map((column, place) => {
      options.work.spend(2 * table.length);
      const partner =
        byLevel.get(levelOf(column)) ?? (table.levels.length === 1 ? partners[place] : undefined);
      const compared = numbersOf(partner?.values ?? []);
      const values = numbersOf(column.values).map((value, row) =>
        formula(value, compared[row] ?? Number.NaN),
      );
      return computed([`${type}__${source}__${other}`, ...column.parts.slice(1)], values);
    });
  });
  const dropped = new Set<unknown>(
    options.flag('drop_original_columns', false) ? [...sources, ...others] : [],
  );
  return { ...table, columns: [...table.columns.filter(({ parts }) => !dropped.has(parts[0])), ...added] };
}

/** The parts of a column's name behind the first. */
function levelOf({ parts }: TableColumn): string {
  return JSON.stringify(parts.slice(1).map(String));
}

function formulaOf(type: string, precision: number): ((source: number, other: number) => number) | undefined {
  switch (type) {
    case 'difference':
      return (source, other) => source - other;
    case 'percentage':
      return (source, other) => roundEven((source - other) / other, precision);
    case 'ratio':
      return (source, other) => roundEven(source / other, precision);
    default:
      return undefined;
  }
}
