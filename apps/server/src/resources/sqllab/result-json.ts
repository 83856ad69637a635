import { type LabQuery, ownMember, type ResultColumn, type SqlAnswer } from '@chartroom/model';
import type { Frame, FrameColumn } from '@chartroom/query';
import type { EarlierAnswer, SqlRunResult, WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import type { Ground } from '../../records/ground.ts';

/** What a run brought: the rows of its last statement, and of a script also what the others answered. */
export interface LabRows extends Frame {
  statement?: string;
  earlier?: EarlierAnswer[];
}

/** The rows of a run, with those of its earlier statements where there were any. */
export function labRowsOf({ frame, statement, earlier }: SqlRunResult): LabRows {
  return earlier.length > 0 ? { ...frame, statement, earlier } : frame;
}

/** Cells that are shown at once: of wide rows fewer are sent together, and the others when they are wanted. */
const SHOWN_CELLS = 3_000_000;
/** Rows that are shown at once however wide they are. */
const LEAST_ROWS = 1_000;

/** How many rows of so many columns are shown at once. */
function rowsAtOnce(columns: number, most: number): number {
  return Math.min(most, Math.max(LEAST_ROWS, Math.floor(SHOWN_CELLS / Math.max(1, columns))));
}

/** How many pages follow the first one. */
export function furtherPages({ length, columns }: LabRows, { most, hasPages }: ResultLimits): number {
  if (!hasPages) return 0;
  return Math.max(0, Math.ceil(Math.min(length, most) / rowsAtOnce(columns.length, most)) - 1);
}

/** A page of the rows of a run, where not all of them are shown at once; the first one is 0. */
export function pageOf(rows: LabRows, page: number, { most }: ResultLimits): LabRows {
  if (page === 0) return rows;
  const size = rowsAtOnce(rows.columns.length, most);
  const [from, to] = [page * size, Math.min(most, (page + 1) * size)];
  const columns = rows.columns.map((column) => ({ ...column, values: column.values.slice(from, to) }));
  return { length: columns[0]?.values.length ?? 0, columns };
}

/** How many rows of a run may be shown, and how they are told. */
export interface ResultLimits {
  most: number;
  /** Rows of so many cells that they are not shown at once are fetched in pages. */
  hasPages: boolean;
  backend: string;
}

/**
 * The answer of a run: its query, its columns and as many rows as are shown at once (contract/query.md §5.1, §1.13). What a column
 * holds is told by the engine's name of its type (contract/query.md §3.6); nothing is told of types that have no rule. Rejects with 413 when
 * it is too large to be written.
 */
export async function resultJson(
  query: LabQuery,
  queryId: number,
  rows: LabRows,
  { most, hasPages, backend }: ResultLimits,
  { services, caller, signal }: Pick<Act<Ground & WithData>, 'services' | 'caller' | 'signal'>,
): Promise<Buffer> {
  const columnsOf = await columnsFor(backend);
  const columns = columnsOf(rows.columns);
  const atOnce = hasPages ? rowsAtOnce(columns.length, most) : most;
  const rowsKept = Math.min(rows.length, most);
  const facts: Omit<SqlAnswer, 'data'> = {
    status: 'success',
    query_id: queryId,
    query,
    columns,
    selected_columns: columns,
    expanded_columns: [],
    ...(rows.length > most && { displayLimitReached: true }),
    ...(rowsKept > atOnce && { rowsKept }),
    ...(rows.statement !== undefined && { statement: rows.statement }),
  };
  const data = await services.data();
  const written = (frame: Frame, told: object) =>
    data.writeLabRows(frame, told, atOnce, caller.principal, signal);
  const answer = await written(rows, facts);
  if (!rows.earlier) return answer;
  const pieces = [answer.subarray(0, -1), Buffer.from(',"earlier":[')];
  for (const [place, { sql, frame, isCut }] of rows.earlier.entries()) {
    if (place > 0) pieces.push(Buffer.from(','));
    const told = { sql, columns: columnsOf(frame.columns), isCut: isCut || frame.length > atOnce };
    pieces.push(await written(frame, told));
  }
  return Buffer.concat([...pieces, Buffer.from(']}')]);
}

/** How columns of an engine are told. */
export async function columnsFor(
  backend: string,
): Promise<(columns: readonly FrameColumn[]) => ResultColumn[]> {
  const { genericTypeOf } = await import('@chartroom/query');
  const { dialects } = await import('@chartroom/engines');
  const dialect = ownMember(dialects, backend) ?? { nativeTypes: [] };
  return (columns) =>
    columns.map((column) => ({
      column_name: column.name,
      name: column.name,
      type: column.nativeType.toUpperCase(),
      type_generic: genericTypeOf(column.nativeType, dialect) ?? null,
      is_dttm: column.kind === 'timestamp' || column.kind === 'date',
    }));
}
