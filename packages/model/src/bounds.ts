import { ChartroomError } from './errors.ts';

/**
 * How much one request may make or send, where nothing else says it. Installations change each by the setting of the same
 * name; `docs/operator.md` says what a person sees beyond it.
 */
export const DEFAULT_BOUNDS = {
  /** Rows that a step of post-processing may make. */
  MAX_STEP_ROWS: 1_000_000,
  /** Columns that a step of post-processing may make. */
  MAX_STEP_COLUMNS: 10_000,
  /** Cells (rows × columns) that a step of post-processing may make. */
  MAX_STEP_CELLS: 5_000_000,
  /** Steps of post-processing in one question. */
  MAX_STEPS: 100,
  /** Intervals of a histogram. */
  MAX_HISTOGRAM_BINS: 10_000,
  /** Rows that a moving window may span. */
  MAX_ROLLING_WINDOW: 100_000,
  /** Periods by which rows are shifted, compared or forecast. */
  MAX_PERIODS: 100_000,
  /** Keys, values and items of one YAML document of a bundle. */
  MAX_DOCUMENT_NODES: 200_000,
  /** Columns of a file that becomes a table. */
  MAX_UPLOAD_COLUMNS: 5_000,
  /** Bytes of one line of a CSV that becomes a table. */
  MAX_UPLOAD_LINE_BYTES: 16_777_216,
  /** Values that a step of post-processing may look at: a moving median looks at its whole window for every row. */
  MAX_STEP_WORK: 500_000_000,
  /** Characters of a label or a name that a request gives. */
  MAX_LABEL_LENGTH: 10_000,
  /** Lists and objects inside one another in what a request gives. */
  MAX_DOCUMENT_DEPTH: 100,
  /** Keys, values and items of all JSON that one request gives, with those of documents in its texts. */
  MAX_JSON_VALUES: 250_000,
  /** Entries of all lists in a request for chart data together. */
  MAX_LIST_ENTRIES: 200_000,
  /** Questions in one request for chart data. */
  MAX_QUERIES: 100,
  /** Columns, metrics, series columns and orders of one question, each. */
  MAX_QUESTION_COLUMNS: 10_000,
  /** Filters of one question. */
  MAX_FILTERS: 1_000,
  /** Values of one filter. */
  MAX_FILTER_VALUES: 100_000,
  /** Other times that one question is compared with. */
  MAX_TIME_OFFSETS: 50,
  /** Annotation layers of one question. */
  MAX_ANNOTATION_LAYERS: 100,
  /** Characters of a time in words. */
  MAX_TIME_LENGTH: 1_000,
  /** Characters of one SQL expression: of a column, a metric, a filter. */
  MAX_EXPRESSION_LENGTH: 100_000,
  /** Characters of the SQL of a script or a virtual dataset. */
  MAX_SQL_LENGTH: 1_000_000,
  /** Words and signs of SQL; of the values of a long list five count as one, the end of a statement counts as ten. */
  MAX_SQL_TOKENS: 15_000,
  /** Brackets inside one another in SQL. */
  MAX_SQL_DEPTH: 200,
  /** Operators that follow one another in SQL without a comma between them. */
  MAX_SQL_OPERATORS: 5_000,
  /** Bytes that an answer of a database may have which is held in memory: rows of charts, filters, SQL Lab, tables of a schema. */
  MAX_ANSWER_BYTES: 256 * 1024 * 1024,
  /** Bytes of an answer that is passed on as its rows come: CSV files and workbooks. */
  MAX_FILE_BYTES: 2 * 1024 * 1024 * 1024,
  /** Bytes that one query may read of other databases. */
  MAX_FOREIGN_BYTES: 2 * 1024 * 1024 * 1024,
  /** Bytes of one cell. */
  MAX_CELL_BYTES: 16 * 1024 * 1024,
  /** Megabytes that one worker may take for the rows it shapes and writes. */
  WORKER_MEMORY_MB: 1024,
  /** Answers of all people that may wait for a worker. */
  MAX_WAITING_ANSWERS: 200,
};

/** The bounds that hold in one installation. */
export type Bounds = typeof DEFAULT_BOUNDS;

/** Bytes in words of megabytes. */
function megabytes(bytes: number): string {
  return `${Math.round((bytes / 2 ** 20) * 10) / 10} MB`;
}

/**
 * What a database answers beyond its bound: 413, naming what is too large, the bound and what to do. The answer ends
 * there; nothing is cut silently.
 */
export function tooLarge(
  what: string,
  bound: 'MAX_ANSWER_BYTES' | 'MAX_FILE_BYTES' | 'MAX_CELL_BYTES',
  bytes: number,
): ChartroomError {
  const ask =
    bound === 'MAX_CELL_BYTES'
      ? 'Ask for a part of such texts.'
      : 'Ask for fewer rows or columns, or for shorter texts.';
  return new ChartroomError(
    `${what} has more than the ${megabytes(bytes)} that it may have (${bound}). ${ask}`,
    {
      status: 413,
      error_type: 'RESULT_TOO_LARGE_ERROR',
      level: 'error',
      extra: { bound, bytes },
    },
  );
}

/**
 * What asks for more than its bound: 400, naming the option, its value and the bound, e.g.
 * `rolling: the option "window" is 1000000000; at most 100000 is allowed`.
 */
export function beyondBound(option: string, value: number | bigint, bound: number): ChartroomError {
  return new ChartroomError(`${option} is ${value}; at most ${bound} is allowed`, {
    status: 400,
    error_type: 'INVALID_PAYLOAD_SCHEMA_ERROR',
    shape: 'message',
  });
}

/**
 * Refuses a document whose lists and objects lie deeper in one another than `bound`: what walks or prints it recurses.
 * @throws ChartroomError 400
 */
export function requireDepth(document: unknown, what: string, bound: number): void {
  if (isDeeper(document, bound)) throw beyondBound(what, bound + 1, bound);
}

/** Whether something lies below the so many levels that are left. Every question is looked at: nothing is made for it. */
function isDeeper(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (left === 0) return true;
  if (Array.isArray(value)) {
    for (const member of value) if (isDeeper(member, left - 1)) return true;
    return false;
  }
  for (const member of Object.values(value)) if (isDeeper(member, left - 1)) return true;
  return false;
}
