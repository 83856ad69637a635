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
  MAX_LABEL_LENGTH: bound('MAX_LABEL_LENGTH'),
};
