import type { FileSource } from '@chartroom/engines';
import { type Bounds, ownMember } from '@chartroom/model';
import { z } from 'zod';

/** Lists come as text with commas. */
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean),
);
const flag = z.enum(['true', 'false', ''], 'Not a valid boolean.').transform((text) => text === 'true');
const whole = (least: number) =>
  z.string().transform((text, context) => {
    if (text === '') return undefined;
    const number = /^\s*[+-]?\d+\s*$/.test(text) ? Number(text) : undefined;
    if (number !== undefined && number >= least) return number;
    const message =
      number === undefined ? 'Not a valid integer.' : `Must be greater than or equal to ${least}.`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

const typesText = z.string().transform((text, context) => {
  if (text === '') return undefined;
  const read = z.record(z.string(), z.string()).safeParse(parsed(text));
  if (read.success) return read.data;
  context.addIssue({ code: 'custom', message: 'Must be a JSON object of types by column.' });
  return z.NEVER;
});

/** What an upload's form may say (contract/api.md §2.1); all fields come as text. */
export const uploadFormSchema = z.object({
  type: z.enum(['csv', 'excel', 'columnar']),
  already_exists: z.enum(['fail', 'replace', 'append']).default('fail'),
  table_name: z
    .string()
    .min(1, 'Length must be between 1 and 10000.')
    .max(10_000, 'Length must be between 1 and 10000.'),
  schema: z.string().optional(),
  delimiter: z.string().optional(),
  decimal_character: z.string().optional(),
  header_row: whole(0).optional(),
  skip_rows: whole(0).optional(),
  rows_to_read: whole(1).optional(),
  null_values: list.optional(),
  columns_read: list.optional(),
  column_dates: list.optional(),
  column_data_types: typesText.optional(),
  day_first: flag.optional(),
  skip_initial_space: flag.optional(),
  skip_blank_lines: flag.optional(),
  dataframe_index: flag.optional(),
  index_label: z.string().optional(),
  index_column: z.string().optional(),
  sheet_name: z.string().optional(),
});
/** What the form of `upload_metadata` may say. */
export const uploadMetadataSchema = uploadFormSchema.pick({ type: true, delimiter: true, header_row: true });
export type UploadForm = z.output<typeof uploadFormSchema>;

/** Names of types as clients of the contract write them, and as the reader of files does. */
const TYPES: Record<string, string> = {
  str: 'VARCHAR',
  string: 'VARCHAR',
  object: 'VARCHAR',
  int: 'BIGINT',
  int32: 'INTEGER',
  int64: 'BIGINT',
  float: 'DOUBLE',
  float64: 'DOUBLE',
  bool: 'BOOLEAN',
  boolean: 'BOOLEAN',
  date: 'DATE',
  datetime: 'TIMESTAMP',
  datetime64: 'TIMESTAMP',
};

/** How large the parts of a file may be. */
export type UploadBounds = Pick<Bounds, 'MAX_UPLOAD_COLUMNS' | 'MAX_UPLOAD_LINE_BYTES'>;

/** How the file is to be read. */
export function sourceOf(form: UploadForm, path: string, bounds: UploadBounds): FileSource {
  const types =
    form.column_data_types &&
    Object.entries(form.column_data_types).map(([name, type]) => [
      name,
      ownMember(TYPES, type.toLowerCase()) ?? type,
    ]);
  const indexColumn = form.type === 'columnar' ? undefined : form.index_column || undefined;
  return {
    path,
    format: form.type,
    sheet: form.sheet_name || undefined,
    delimiter: form.delimiter || undefined,
    decimalSeparator: form.decimal_character || undefined,
    header: form.header_row,
    skipRows: form.skip_rows,
    maxRows: form.rows_to_read,
    maxColumns: bounds.MAX_UPLOAD_COLUMNS,
    maxLineBytes: bounds.MAX_UPLOAD_LINE_BYTES,
    nullValues: some(form.null_values),
    columns: some(form.columns_read),
    types: types && Object.fromEntries(types),
    dateColumns: some(form.column_dates),
    dayFirst: form.day_first,
    skipInitialSpace: form.skip_initial_space,
    blankLines: form.skip_blank_lines ? undefined : 'rows',
    indexLabel: form.dataframe_index ? form.index_label || indexColumn || 'index' : undefined,
    indexColumn,
  };
}

function some(names: string[] | undefined): string[] | undefined {
  return names && names.length > 0 ? names : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
