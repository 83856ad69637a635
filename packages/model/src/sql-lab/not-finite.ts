import { z } from 'zod';

const SPECIAL = ['NaN', 'Infinity', '-Infinity'] as const;
/** What numbers of engines are that JSON has no word for. */
export type SpecialNumber = (typeof SPECIAL)[number];

/**
 * Which of the nulls among some rows are numbers that JSON has no word for, by column and number: places of rows, from 0. The
 * rows themselves have null there (contract/query.md §1.13).
 */
export const notFinite = z
  .array(z.strictObject({ column: z.string(), value: z.literal(SPECIAL), rows: z.array(z.number()) }))
  .optional();
export type NotFinite = NonNullable<z.infer<typeof notFinite>>;

interface Rows {
  data: Record<string, unknown>[];
  notFinite?: NotFinite | undefined;
}

/** Puts such numbers into the rows that came without them. */
export function restoreNotFinite({ data, notFinite: told }: Rows): void {
  for (const { column, value, rows } of told ?? []) {
    for (const place of rows) {
      const row = data[place];
      if (row) row[column] = Number(value);
    }
  }
}
