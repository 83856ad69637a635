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
  /** Characters of a label or a name that a request gives. */
  MAX_LABEL_LENGTH: 10_000,
};

/** The bounds that hold in one installation. */
export type Bounds = typeof DEFAULT_BOUNDS;

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
