import type { FileKind, FilePreview, FileSettings } from '@chartroom/model';

export const UPLOAD_KINDS = ['csv', 'excel', 'columnar'] as const satisfies FileKind[];
export type UploadKind = FileKind;

/** Fields of the upload form, with the names of the wire (contract/ui.md G2). */
export interface UploadForm {
  database: number | undefined;
  schema: string | undefined;
  table_name: string;
  delimiter: string;
  sheet_name: string | undefined;
  already_exists: 'fail' | 'replace' | 'append';
  column_dates: string[];
  decimal_character: string;
  null_values: string[];
  skip_initial_space: boolean;
  skip_blank_lines: boolean;
  day_first: boolean;
  columns_read: string[];
  column_data_types: string;
  dataframe_index: boolean;
  index_column: string | undefined;
  index_label: string;
  header_row: number;
  rows_to_read: number | null;
  skip_rows: number;
}

export const EMPTY_UPLOAD: UploadForm = {
  database: undefined,
  schema: undefined,
  table_name: '',
  delimiter: ',',
  sheet_name: undefined,
  already_exists: 'fail',
  column_dates: [],
  decimal_character: '.',
  null_values: [],
  skip_initial_space: false,
  skip_blank_lines: false,
  day_first: false,
  columns_read: [],
  column_data_types: '',
  dataframe_index: false,
  index_column: undefined,
  index_label: '',
  header_row: 0,
  rows_to_read: null,
  skip_rows: 0,
};

/** Fields that only some kinds of files know. */
const ONLY: Partial<Record<keyof UploadForm, readonly UploadKind[]>> = {
  delimiter: ['csv'],
  sheet_name: ['excel'],
  skip_initial_space: ['csv'],
  skip_blank_lines: ['csv'],
  day_first: ['csv'],
  column_data_types: ['csv'],
  column_dates: ['csv', 'excel'],
  decimal_character: ['csv', 'excel'],
  null_values: ['csv', 'excel'],
  index_column: ['csv', 'excel'],
  header_row: ['csv', 'excel'],
  rows_to_read: ['csv', 'excel'],
  skip_rows: ['csv', 'excel'],
};

/** Whether a kind of file has a field. */
export function has(kind: UploadKind, field: keyof UploadForm): boolean {
  return ONLY[field]?.includes(kind) ?? true;
}

/** Fields that a look at the file fills, unless the person has. */
export const FOUND_FIELDS = ['delimiter', 'decimal_character', 'header_row', 'day_first'] as const;

/** How a file is to be looked at: as the person said, and as it is found for the rest. */
export function settingsOf(kind: UploadKind, said: Partial<UploadForm>): FileSettings {
  const { delimiter, decimal_character: decimal, header_row, day_first, sheet_name: sheet } = said;
  return {
    ...(kind === 'csv' && delimiter && { delimiter }),
    ...(kind !== 'columnar' && (decimal === '.' || decimal === ',') && { decimal }),
    ...(kind !== 'columnar' && typeof header_row === 'number' && { header_row }),
    ...(kind === 'csv' && day_first !== undefined && { day_first }),
    ...(sheet && { sheet }),
  };
}

/** What was found of a file, as the fields of the form. */
export function foundFields(preview: FilePreview): Pick<UploadForm, (typeof FOUND_FIELDS)[number]> {
  return {
    delimiter: preview.delimiter ?? EMPTY_UPLOAD.delimiter,
    decimal_character: preview.decimal ?? EMPTY_UPLOAD.decimal_character,
    header_row: preview.header_row ?? EMPTY_UPLOAD.header_row,
    day_first: preview.day_first ?? EMPTY_UPLOAD.day_first,
  };
}
