import {
  type AdhocFilter,
  columnLabel,
  type DatasetColumn,
  type DatasourceData,
  GenericType,
} from '@chartroom/model';

/** One comparison of a filter (contract/ui.md D6). */
export interface Operator {
  id: string;
  /** Text on the wire. */
  operator: string;
  label: string;
  /** How many values it takes. */
  values: 'one' | 'many' | 'none';
}

export const OPERATORS: readonly Operator[] = [
  { id: 'EQUALS', operator: '==', label: 'Equal to (=)', values: 'one' },
  { id: 'NOT_EQUALS', operator: '!=', label: 'Not equal to (≠)', values: 'one' },
  { id: 'LESS_THAN', operator: '<', label: 'Less than (<)', values: 'one' },
  { id: 'LESS_THAN_OR_EQUAL', operator: '<=', label: 'Less or equal (<=)', values: 'one' },
  { id: 'GREATER_THAN', operator: '>', label: 'Greater than (>)', values: 'one' },
  { id: 'GREATER_THAN_OR_EQUAL', operator: '>=', label: 'Greater or equal (>=)', values: 'one' },
  { id: 'IN', operator: 'IN', label: 'In', values: 'many' },
  { id: 'NOT_IN', operator: 'NOT IN', label: 'Not in', values: 'many' },
  { id: 'LIKE', operator: 'LIKE', label: 'Like', values: 'one' },
  { id: 'ILIKE', operator: 'ILIKE', label: 'Like (case insensitive)', values: 'one' },
  { id: 'IS_NOT_NULL', operator: 'IS NOT NULL', label: 'Is not null', values: 'none' },
  { id: 'IS_NULL', operator: 'IS NULL', label: 'Is null', values: 'none' },
  { id: 'IS_TRUE', operator: 'IS TRUE', label: 'Is true', values: 'none' },
  { id: 'IS_FALSE', operator: 'IS FALSE', label: 'Is false', values: 'none' },
];

const BOOLEAN_ONLY = new Set(['IS_NULL', 'IS_NOT_NULL', 'IS_TRUE', 'IS_FALSE']);
const TRUTH = new Set(['IS_TRUE', 'IS_FALSE']);

/** The comparisons offered for a column: booleans take null and truth tests; truth tests need booleans, integers or computed columns. */
export function operatorsFor(column: DatasetColumn | undefined): readonly Operator[] {
  if (column?.type_generic === GenericType.BOOLEAN)
    return OPERATORS.filter((each) => BOOLEAN_ONLY.has(each.id));
  const truthful =
    column?.expression || (column?.type_generic === GenericType.NUMERIC && /int/i.test(column.type ?? ''));
  return truthful ? OPERATORS : OPERATORS.filter((each) => !TRUTH.has(each.id));
}

/** The comparison of a filter by its id, else by its text. */
export function operatorOf(filter: Pick<AdhocFilter, 'operatorId' | 'operator'>): Operator | undefined {
  return (
    OPERATORS.find((each) => each.id === filter.operatorId) ??
    OPERATORS.find((each) => each.operator === filter.operator?.toUpperCase())
  );
}

/** One line for a filter, e.g. `region IN (North, South)`. */
export function filterText(
  filter: AdhocFilter,
  datasource: Pick<DatasourceData, 'verbose_map'> | null,
): string {
  if (filter.expressionType === 'SQL') return filter.sqlExpression ?? '';
  const label = filter.subject ? columnLabel(filter.subject) : '';
  const subject =
    typeof filter.subject === 'string' ? (datasource?.verbose_map[filter.subject] ?? filter.subject) : label;
  if (filter.operator === 'TEMPORAL_RANGE') return `${subject} (${String(filter.comparator ?? 'No filter')})`;
  const operator = operatorOf(filter);
  if (operator?.values === 'none') return `${subject} ${operator.operator}`;
  const value = Array.isArray(filter.comparator)
    ? `(${filter.comparator.map(String).join(', ')})`
    : String(filter.comparator ?? '');
  return `${subject} ${operator?.operator === '==' ? '=' : (operator?.operator ?? filter.operator ?? '')} ${value}`;
}
