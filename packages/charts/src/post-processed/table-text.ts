import type { ChartFormData, DataRow } from '@chartroom/model';
import { formatLocale } from 'd3-format';
import { membersOf, textOf } from '../question/read-form.ts';

/** Files are read by programs: a plain hyphen stands for minus. */
const LOCALE = formatLocale({ decimal: '.', thousands: ',', grouping: [3], currency: ['', ''], minus: '-' });

/** Specifications that mean the same in text processing on the server as in the browser. */
const SPECIFICATION = /^[+ -]?0?\d{0,2},?(?:\.\d{1,2})?(?<type>[dfFeE%])$/;

/**
 * The rows of a table chart as a file shows them (contract, result type `post_processed`): columns with a number
 * format of their own become texts, when the format is a plain one and fits every value; others stay as they are.
 */
export function tableText(form: ChartFormData, rows: readonly DataRow[]): DataRow[] {
  const config = new Map(Object.entries(membersOf(form.column_config)));
  const writers = Object.keys(rows[0] ?? {}).flatMap((column) => {
    const write = writerOf(
      textOf(membersOf(config.get(column)).d3NumberFormat),
      rows.map((row) => row[column]),
    );
    return write ? [[column, write] as const] : [];
  });
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(writers.map(([column, write]) => [column, write(row[column] ?? null)])),
  }));
}

function writerOf(
  format: string | undefined,
  values: readonly unknown[],
): ((value: DataRow[string]) => string) | undefined {
  const type = format === undefined ? undefined : SPECIFICATION.exec(format)?.groups?.type;
  const fits = values.every((value) => (type === 'd' ? Number.isInteger(value) : typeof value === 'number'));
  if (format === undefined || type === undefined || !fits) return undefined;
  const write = LOCALE.format(format.toLowerCase());
  return (value) => write(Number(value));
}
