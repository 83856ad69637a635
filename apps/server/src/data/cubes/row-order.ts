import type { PostProcessing } from '@chartroom/model';
import { type Cell, type CubeAsking, Decimal, type Frame, type OutputColumn } from '@chartroom/query';

/** Rows of a cube, which has been asked for one more than the question's limit. */
interface Told {
  frame: Frame;
  /** The same with plain quotients for averages, by which it was sorted. */
  plain: Frame;
  asking: CubeAsking;
  limit: number | null;
}

/** What becomes of the rows. */
interface Use {
  steps: readonly PostProcessing[];
  columns: readonly OutputColumn[];
}

/**
 * The rows of the answer; undefined where their order could be another one in the direct answer. Rows that are equal in what
 * they are sorted by come in any order, which matters unless the steps bring them into one of their own.
 */
export function orderedRows({ frame, plain, asking, limit }: Told, use: Use): Frame | undefined {
  const isCut = limit !== null && limit > 0 && frame.length > limit;
  const isCertain = isInOrder(frame, plain, asking);
  if (!isCertain && (isCut || !makesOrder(frame, use))) return undefined;
  const length = isCut ? limit : frame.length;
  return {
    length,
    columns: frame.columns
      .slice(0, asking.shown)
      .map((column) => (isCut ? { ...column, values: column.values.slice(0, length) } : column)),
  };
}

/** Whether two series rank by the same, of which one is kept. */
export function isTie({ columns: [rank], length }: Frame): boolean {
  const values = rank?.values ?? [];
  return length > 1 && difference({ values, plain: values }, 1) === 'none';
}

/** Whether the order of rows that follow each other is certain in all of these columns together. */
function isInOrder(frame: Frame, plain: Frame, { sortedBy, isTotal }: CubeAsking): boolean {
  const sorted = sortedBy.map((place) => ({
    values: frame.columns[place]?.values ?? [],
    plain: plain.columns[place]?.values ?? [],
  }));
  for (let row = 1; row < frame.length; row += 1) {
    const apart = sorted.map((column) => difference(column, row)).find((found) => found !== 'none');
    if (apart === 'slight' || (apart === undefined && !isTotal)) return false;
  }
  return true;
}

/** Parts of a number by which averages that were rounded in two ways can differ, and some more. */
const SLIGHT = 1e-14;

/** How a row differs from the one before in a column. Averages that are nearly equal may stand in another order in the database. */
function difference(
  { values, plain }: { values: readonly Cell[]; plain: readonly Cell[] },
  row: number,
): 'none' | 'slight' | 'clear' {
  const [a, b] = [values[row - 1] ?? null, values[row] ?? null];
  if (a instanceof Decimal) return b instanceof Decimal && a.text === b.text ? 'none' : 'clear';
  if (isSame(a, b) && isSame(plain[row - 1], plain[row])) return 'none';
  if (values === plain || typeof a !== 'number' || typeof b !== 'number') return 'clear';
  return Math.abs(a - b) <= SLIGHT * Math.max(Math.abs(a), Math.abs(b)) ? 'slight' : 'clear';
}

/** Whether two values sort alike: what is no number (0 / 0) is like its like. */
function isSame(a: Cell | undefined, b: Cell | undefined): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

/** Whether the first step is a pivot that gives each row a cell of its own, and so an order that does not depend on theirs. */
function makesOrder(frame: Frame, { steps, columns }: Use): boolean {
  const [first] = steps;
  const options = first?.options ?? {};
  if (first?.operation !== 'pivot' || options.marginal_distributions) return false;
  const named = [options.index, options.columns].flatMap((names): unknown[] =>
    Array.isArray(names) ? names : [],
  );
  const fill = options.column_fill_value ?? '<NULL>';
  return columns.every(({ label, role, temporal, axis }, place) => {
    if (role === 'metric') return true;
    const column = frame.columns[place];
    // Texts may be read as the same moment, or be the name that what is missing gets.
    const isText = column?.kind === 'string';
    if (isText && (temporal || axis || column.values.includes(String(fill)))) return false;
    return named.includes(label);
  });
}
