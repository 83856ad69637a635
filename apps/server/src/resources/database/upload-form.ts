import type { FileSource } from '@chartroom/engines';
import { type Bounds, ownMember, type UploadForm } from '@chartroom/model';

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
    // Of a file that was looked at before, as it was found then.
    ...(form.received && { detect: true, longLines: 'keep' }),
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
