import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { messageAnswer } from '../api/envelopes.ts';
import { droppedFile } from './upload.ts';

/** What a column of a file can be read as. */
export const FILE_TYPES = ['text', 'whole', 'number', 'date', 'moment', 'truth'] as const;
const fileType = z.enum(FILE_TYPES);
export type FileType = z.infer<typeof fileType>;

/** Kinds of files that become tables. */
export const fileKind = z.enum(['csv', 'excel', 'columnar']);
export type FileKind = z.infer<typeof fileKind>;

/** How a file is to be read; what is not said is found out. */
export const fileSettings = z.strictObject({
  /** Sheet of a workbook; the first unless told. */
  sheet: z.string().optional(),
  delimiter: z.string().min(1).max(10).optional(),
  encoding: z.string().max(40).optional(),
  /** Lines above the header; null when there is no header. */
  header_row: z.int().min(0).max(10_000).nullable().optional(),
  decimal: z.enum(['.', ',']).optional(),
  day_first: z.boolean().optional(),
  /** Columns that are kept; all unless told. */
  columns: z.array(z.string()).optional(),
  types: z.record(z.string(), fileType).optional(),
  /** What becomes of cells beyond the header's: a column of their own, or nothing, and their lines are left out. */
  long_lines: z.enum(['keep', 'omit']).optional(),
});
export type FileSettings = z.infer<typeof fileSettings>;

const fileColumn = z.strictObject({
  name: z.string(),
  /** As it will be read; null for types that only some kinds of files have. */
  type: fileType.nullable(),
  native_type: z.string(),
  /** What nothing in the file tells: the sign before fractions, or whether the day stands before the month. */
  doubt: z.enum(['decimal', 'days']).nullable(),
  /** A column of texts of which most are numbers or days: how many values are none, and some of them. */
  nearly: z.strictObject({ type: fileType, misfits: z.number(), examples: z.array(z.string()) }).nullable(),
});
export type FilePreviewColumn = z.infer<typeof fileColumn>;

const filePreview = z.strictObject({
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
  delimiter: z.string().nullable(),
  encoding: z.string().nullable(),
  header_row: z.number().nullable(),
  /** The sign before fractions where numbers have any. */
  decimal: z.enum(['.', ',']).nullable(),
  day_first: z.boolean().nullable(),
  columns: z.array(fileColumn),
  /** All columns of the file, those that are left out too. */
  names: z.array(z.string()),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  /** Lines that have not as many cells as the header: how many, and the first of them. */
  line_count: z.number(),
  lines: z.array(z.strictObject({ line: z.number(), cells: z.number(), text: z.string() })),
  /** The column of the cells beyond the header's. */
  more_cells: z.string().nullable(),
  /** How many of the first rows all of this was found by; null when all rows were read. */
  first_rows: z.number().nullable(),
});
export type FilePreview = z.infer<typeof filePreview>;

/** A file that was received and waits to become tables. */
const receivedFile = z.strictObject({
  key: z.string(),
  name: z.string(),
  /** What its table is to be called. */
  table_name: z.string(),
});
export type ReceivedFile = z.infer<typeof receivedFile>;

const previewed = z.strictObject({
  preview: filePreview,
  table_name: z.string(),
  /** A table of this name is there already. */
  is_taken: z.boolean(),
});
export type FilePreviewed = z.infer<typeof previewed>;

const tableOfFile = z.strictObject({
  settings: fileSettings,
  table_name: z.string().min(1).max(200),
  /** What happens when the table is there: it is refused, both are kept, or the table is filled anew or added to. */
  already_exists: z.enum(['fail', 'both', 'replace', 'append']),
});
export type TableOfFile = z.infer<typeof tableOfFile>;

/** Files that are received first, looked at, and become tables of the installation's own database then. */
export const receivedFilesApi = {
  receive: endpoint({
    method: 'POST',
    path: '/api/v1/files/received/',
    /** What kind of file it is, sent before it; told by the end of its name unless said. */
    form: z.object({ type: fileKind.optional() }),
    file: 'file',
    answer: receivedFile,
    status: 201,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/v1/files/received/:key/preview',
    /** `first`: of a large file, what its first rows tell will do. */
    body: z.strictObject({ settings: fileSettings, first: z.boolean().optional() }),
    answer: previewed,
  }),
  table: endpoint({
    method: 'POST',
    path: '/api/v1/files/received/:key/table',
    body: tableOfFile,
    answer: droppedFile,
  }),
  /** Rows of a table that is being made, and how far a preview has read the file; null when none is made. */
  progress: endpoint({
    method: 'GET',
    path: '/api/v1/files/received/:key/progress',
    answer: z.strictObject({
      rows: z.number().nullable(),
      /** Which time the file is read, from 1, and which part of it is, from 0 to 1. */
      preview: z.strictObject({ pass: z.number(), part: z.number() }).nullable(),
    }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/files/received/:key',
    answer: messageAnswer,
  }),
  /** Whether a dataset's table can be filled by files, and the one that it was made of; how it was read is known longer than it is kept. */
  ofDataset: endpoint({
    method: 'GET',
    path: '/api/v1/files/received/of/:pk',
    answer: z.strictObject({
      takes_files: z.boolean(),
      file: receivedFile
        .extend({
          settings: fileSettings,
          /** ISO 8601; null when it is gone. */
          kept_until: z.string().nullable(),
        })
        .nullable(),
    }),
  }),
};
