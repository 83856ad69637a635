import { type JsonObject, ownMember } from '@chartroom/model';
import type { Cell, Frame, FrameColumn } from '@chartroom/query';

/**
 * The answer of a run: its query, its columns and at most `most` rows (contract/query.md §5.1, §1.13). What a column
 * holds is told by the engine's name of its type (§3.6); nothing is told of types that have no rule.
 */
export async function resultJson(
  query: JsonObject,
  queryId: number,
  frame: Frame,
  { most, backend }: { most: number; backend: string },
): Promise<string> {
  const { encodeData, genericTypeOf, hasZone } = await import('@chartroom/query');
  const { dialects } = await import('@chartroom/engines');
  const dialect = ownMember(dialects, backend) ?? { nativeTypes: [] };
  const cut = frame.length > most;
  const shown: Frame = {
    length: Math.min(frame.length, most),
    columns: frame.columns.map((column) => labColumn(column, most, hasZone(column.nativeType))),
  };
  const columns = frame.columns.map((column) => ({
    column_name: column.name,
    name: column.name,
    type: column.nativeType.toUpperCase(),
    type_generic: genericTypeOf(column.nativeType, dialect) ?? null,
    is_dttm: column.kind === 'timestamp' || column.kind === 'date',
  }));
  const facts = {
    status: 'success',
    query_id: queryId,
    query,
    columns,
    selected_columns: columns,
    expanded_columns: [],
    ...(cut && { displayLimitReached: true }),
  };
  return `${JSON.stringify(facts).slice(0, -1)},"data":${encodeData(shown)}}`;
}

/** Moments as ISO text and integers beyond 2^53 as digits: what SQL Lab shows is what the engine said. */
function labColumn(column: FrameColumn, most: number, zoned: boolean): FrameColumn {
  const values = column.values.length > most ? column.values.slice(0, most) : column.values;
  if (column.kind === 'date' || column.kind === 'timestamp') {
    const text = (moment: number) => endless(moment) ?? (column.kind === 'date' ? isoDay(moment) : isoTime(moment, zoned));
    return { ...column, kind: 'string', values: values.map((value): Cell => (typeof value === 'number' ? text(value) : value)) };
  }
  if (column.kind === 'int' && values.some((value) => typeof value === 'bigint')) {
    return { ...column, values: values.map((value): Cell => (typeof value === 'bigint' ? String(value) : value)) };
  }
  return { ...column, values };
}

/** The end of all days or their beginning, which engines know as moments. */
function endless(moment: number): string | undefined {
  if (Number.isFinite(moment)) return undefined;
  return moment > 0 ? 'infinity' : '-infinity';
}

function isoDay(moment: number): string {
  return new Date(moment).toISOString().replace(/T.*/, '');
}

/** Fractions of a second are shown when there are any, with six digits. */
function isoTime(moment: number, zoned: boolean): string {
  const whole = Math.floor(moment / 1000) * 1000;
  const micros = Math.round((moment - whole) * 1000);
  const text = new Date(whole).toISOString().replace(/\.\d+Z$/, '');
  return `${text}${micros > 0 ? `.${String(micros).padStart(6, '0')}` : ''}${zoned ? '+00:00' : ''}`;
}
