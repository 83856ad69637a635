import type { ListQuery } from '@chartroom/model';
import { describeFilters } from '../lists/filters.ts';
import type { Listed } from '../resources/resource.ts';

/** A question to a list and what it is called. */
export type Asked = [words: string, query: ListQuery];

/** Every order of a list, there and back, on a page deep inside. */
export function ordersOf({ orderColumns }: Listed): Asked[] {
  const orders = orderColumns.flatMap((order_column) =>
    (['asc', 'desc'] as const).map(
      (order_direction): Asked => [
        `${order_column} ${order_direction}`,
        { order_column, order_direction, page: 30, page_size: 25 },
      ],
    ),
  );
  return [['usual order', { page: 30, page_size: 25 }], ...orders];
}

/** Every filter of a list with every operator, each with values that it takes. */
export function filtersOf({ filters }: Listed): Asked[] {
  return Object.entries(describeFilters(filters)).flatMap(([col, operators]) =>
    operators.flatMap(({ operator: opr }) =>
      valuesOf(filters.columns[col]?.kind ?? '', opr, filters.custom?.[col]?.[opr] !== undefined).map(
        (value): Asked => [
          `${col} ${opr} ${JSON.stringify(value)}`,
          {
            filters: [{ col, opr, value: opr === 'in' || opr === 'not_in' ? [value] : value }],
            page_size: 25,
          },
        ],
      ),
    ),
  );
}

function valuesOf(kind: string, opr: string, isCustom: boolean): (string | number | boolean)[] {
  if (isCustom && /text|title|_tags$/.test(opr)) return ['sales'];
  if (isCustom && !/tag_id|rel_m_m/.test(opr)) return [true, false];
  if (kind === 'flag') return [true, false];
  if (kind === 'text') return ['sales'];
  return kind === 'date' ? ['2025-06-01'] : [7];
}
