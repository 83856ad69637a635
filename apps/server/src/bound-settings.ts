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
  MAX_LABEL_LENGTH: bound('MAX_LABEL_LENGTH'),
  MAX_ANSWER_BYTES: bound('MAX_ANSWER_BYTES'),
  MAX_FILE_BYTES: bound('MAX_FILE_BYTES'),
  MAX_CELL_BYTES: bound('MAX_CELL_BYTES'),
  WORKER_MEMORY_MB: bound('WORKER_MEMORY_MB'),
  MAX_WAITING_ANSWERS: bound('MAX_WAITING_ANSWERS'),
};

/** The bounds among the settings, as plain data that may leave the process. */
export function boundsOf(settings: Bounds): Bounds {
  const names = Object.keys(DEFAULT_BOUNDS).filter((name): name is keyof Bounds => name in DEFAULT_BOUNDS);
  return { ...DEFAULT_BOUNDS, ...Object.fromEntries(names.map((name) => [name, settings[name]])) };
}
