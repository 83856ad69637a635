import { beyondBound, type PostProcessing, requireDepth } from '@chartroom/model';
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
import { prophet } from './prophet.ts';
import { rank } from './rank.ts';
import { rename } from './rename.ts';
import { resample } from './resample.ts';
import { rolling } from './rolling.ts';
import { select } from './select.ts';
import { sort } from './sort.ts';
import { frameOf, type ShapedTable, tableOf } from './table.ts';
import { type TransformLimits, Work } from './work.ts';

type Operation = (table: ShapedTable, options: OperationOptions) => ShapedTable;

const OPERATIONS: ReadonlyMap<string, Operation> = new Map(
  Object.entries({
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
    prophet,
    rank,
    rename,
    resample,
    rolling,
    select,
    sort,
  }),
);

/**
 * A result after the operations of a chart, in order (contract/charts.md §2). Each says what it is going to make before it
 * begins.
 * @throws ChartroomError 400 naming the operation and the option that cannot be followed, or what is beyond its bound;
 * 408 and 499 when the work is given up
 */
export function transformFrame(
  frame: Frame,
  operations: readonly PostProcessing[],
  limits: TransformLimits,
): Frame {
  return frameOf(transformTable(frame, operations, limits));
}

/** The same before names and labels are made plain columns. */
export function transformTable(
  frame: Frame,
  operations: readonly PostProcessing[],
  limits: TransformLimits,
): ShapedTable {
  const { MAX_STEPS, MAX_DOCUMENT_DEPTH } = limits.bounds;
  if (operations.length > MAX_STEPS)
    throw beyondBound('post_processing: the number of steps', operations.length, MAX_STEPS);
  const work = new Work(limits);
  return operations.reduce((table, { operation, options }) => {
    const apply = OPERATIONS.get(operation);
    if (!apply) throw queryError(`There is no post-processing operation "${operation}"`);
    requireDepth(options, `${operation}: the depth of the options`, MAX_DOCUMENT_DEPTH);
    return apply(table, new OperationOptions(operation, options, work));
  }, tableOf(frame));
}
