import type { PostProcessing } from '@chartroom/model';
import type { Frame } from '../frame.ts';
import { queryError } from '../query-error.ts';
import { aggregate } from './aggregate.ts';
import { boxplot } from './boxplot.ts';
import { compare } from './compare.ts';
import { contribution } from './contribution.ts';
import { cum } from './cum.ts';
import { diff } from './diff.ts';
import { flatten } from './flatten.ts';
import { geodeticParse } from './geodetic.ts';
import { geohashDecode, geohashEncode } from './geohash.ts';
import { histogram } from './histogram.ts';
import { OperationOptions } from './operation-options.ts';
import { pivot } from './pivot.ts';
import { rank } from './rank.ts';
import { rename } from './rename.ts';
import { resample } from './resample.ts';
import { rolling } from './rolling.ts';
import { select } from './select.ts';
import { sort } from './sort.ts';
import { frameOf, type ShapedTable, tableOf } from './table.ts';

type Operation = (table: ShapedTable, options: OperationOptions) => ShapedTable;

const OPERATIONS: Readonly<Record<string, Operation>> = {
  aggregate,
  boxplot,
  compare,
  contribution,
  cum,
  diff,
  flatten,
  geodetic_parse: geodeticParse,
  geohash_decode: geohashDecode,
  geohash_encode: geohashEncode,
  histogram,
  pivot,
  prophet: refuseForecast,
  rank,
  rename,
  resample,
  rolling,
  select,
  sort,
};

/**
 * A result after the operations of a chart, in order (contract/charts.md §2).
 * @throws ChartroomError 400 naming the operation and the option that cannot be followed
 */
export function transformFrame(frame: Frame, operations: readonly PostProcessing[]): Frame {
  return frameOf(transformTable(frame, operations));
}

/** The same before names and labels are made plain columns. */
export function transformTable(frame: Frame, operations: readonly PostProcessing[]): ShapedTable {
  return operations.reduce((table, { operation, options }) => {
    const apply = Object.hasOwn(OPERATIONS, operation) ? OPERATIONS[operation] : undefined;
    if (!apply) throw queryError(`There is no post-processing operation "${operation}"`);
    return apply(table, new OperationOptions(operation, options));
  }, tableOf(frame));
}

/** Forecasts are computed by a package that is not part of the product; the recorded answer says so as well. */
function refuseForecast(_table: ShapedTable, options: OperationOptions): never {
  throw options.recordedError('`prophet` package not installed');
}
