import type { DrawInput } from '../../chart-type.ts';
import type { LabelColors } from '../../format/label-colors.ts';
import type { Formats } from './formats.ts';
import type { DataTable } from './rows.ts';
import type { Settings } from './settings.ts';

/** What the series of a chart are made of. */
export interface SeriesContext {
  settings: Settings;
  input: DrawInput;
  table: DataTable;
  formats: Formats;
  color: LabelColors;
  /** Parts of a series' name: `[metric, dimension …]` or `[dimension …]`. */
  partsOf(column: string): string[];
}
