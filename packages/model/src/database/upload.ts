import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { messageAnswer } from '../api/envelopes.ts';

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

/** What an upload's form may say; all fields come as text. */
const uploadForm = z.object({
  /** Key of a file that was received before, instead of the file: what is not said of how it is read is found out. */
  received: z.string().optional(),
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
export type UploadForm = z.output<typeof uploadForm>;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A file that was dropped has become a table and a dataset. */
export const droppedFile = z.strictObject({
  dataset_id: z.number(),
  table_name: z.string(),
  rows: z.number(),
  explore_url: z.string(),
});
export type DroppedFile = z.infer<typeof droppedFile>;

/** Files that become tables (contract/api.md §2.1). */
export const uploadApi = {
  /** Into a table of a database, with every option of reading it. */
  upload: endpoint({
    method: 'POST',
    path: '/api/v1/database/:pk/upload/',
    form: uploadForm,
    file: 'file',
    fileMayLack: true,
    answer: messageAnswer,
    status: 201,
  }),
  /** What a file holds. */
  glance: endpoint({
    method: 'POST',
    path: '/api/v1/database/upload_metadata/',
    form: uploadForm.pick({ type: true, delimiter: true, header_row: true }),
    file: 'file',
    answer: z.strictObject({
      result: z.strictObject({
        items: z.array(
          z.strictObject({ sheet_name: z.string().nullable(), column_names: z.array(z.string()) }),
        ),
      }),
    }),
  }),
  /** Into a table of the installation's own database. */
  drop: endpoint({
    method: 'POST',
    path: '/api/v1/files/',
    form: z.object({}),
    file: 'file',
    answer: droppedFile,
  }),
};
