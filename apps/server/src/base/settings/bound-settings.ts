import { type Bounds, DEFAULT_BOUNDS } from '@chartroom/model';
import { whole } from './setting-kinds.ts';

const bound = (name: keyof Bounds) => whole(1).default(DEFAULT_BOUNDS[name]);

/** Settings of how much one request may make or send; the settings of an installation are `Bounds` by them. */
export const BOUND_SETTINGS = {
  MAX_STEP_ROWS: bound('MAX_STEP_ROWS'),
  MAX_STEP_COLUMNS: bound('MAX_STEP_COLUMNS'),
  MAX_STEP_CELLS: bound('MAX_STEP_CELLS'),
  MAX_STEPS: bound('MAX_STEPS'),
  MAX_HISTOGRAM_BINS: bound('MAX_HISTOGRAM_BINS'),
  MAX_ROLLING_WINDOW: bound('MAX_ROLLING_WINDOW'),
  MAX_PERIODS: bound('MAX_PERIODS'),
  MAX_DOCUMENT_NODES: bound('MAX_DOCUMENT_NODES'),
  MAX_UPLOAD_COLUMNS: bound('MAX_UPLOAD_COLUMNS'),
  MAX_UPLOAD_LINE_BYTES: bound('MAX_UPLOAD_LINE_BYTES'),
  MAX_STEP_WORK: bound('MAX_STEP_WORK'),
  MAX_LABEL_LENGTH: bound('MAX_LABEL_LENGTH'),
  MAX_DOCUMENT_DEPTH: bound('MAX_DOCUMENT_DEPTH'),
  MAX_JSON_VALUES: bound('MAX_JSON_VALUES'),
  MAX_LIST_ENTRIES: bound('MAX_LIST_ENTRIES'),
  MAX_QUERIES: bound('MAX_QUERIES'),
  MAX_QUESTION_COLUMNS: bound('MAX_QUESTION_COLUMNS'),
  MAX_FILTERS: bound('MAX_FILTERS'),
  MAX_FILTER_VALUES: bound('MAX_FILTER_VALUES'),
  MAX_TIME_OFFSETS: bound('MAX_TIME_OFFSETS'),
  MAX_ANNOTATION_LAYERS: bound('MAX_ANNOTATION_LAYERS'),
  MAX_TIME_LENGTH: whole(1).max(DEFAULT_BOUNDS.MAX_TIME_LENGTH).default(DEFAULT_BOUNDS.MAX_TIME_LENGTH),
  MAX_EXPRESSION_LENGTH: bound('MAX_EXPRESSION_LENGTH'),
  MAX_SQL_LENGTH: bound('MAX_SQL_LENGTH'),
  MAX_SQL_TOKENS: bound('MAX_SQL_TOKENS'),
  MAX_SQL_DEPTH: bound('MAX_SQL_DEPTH'),
  MAX_SQL_OPERATORS: bound('MAX_SQL_OPERATORS'),
  MAX_ANSWER_BYTES: bound('MAX_ANSWER_BYTES'),
  MAX_FILE_BYTES: bound('MAX_FILE_BYTES'),
  MAX_FOREIGN_BYTES: bound('MAX_FOREIGN_BYTES'),
  MAX_CELL_BYTES: bound('MAX_CELL_BYTES'),
  WORKER_MEMORY_MB: bound('WORKER_MEMORY_MB'),
  MAX_WAITING_ANSWERS: bound('MAX_WAITING_ANSWERS'),
} satisfies Record<keyof Bounds, unknown>;

/** The bounds among the settings, as plain data that may leave the process. */
export function boundsOf(settings: Bounds): Bounds {
  const bounds = { ...DEFAULT_BOUNDS };
  for (const name of Object.keys(bounds)) if (isBound(name)) bounds[name] = settings[name];
  return bounds;
}

function isBound(name: string): name is keyof Bounds {
  return Object.hasOwn(DEFAULT_BOUNDS, name);
}
