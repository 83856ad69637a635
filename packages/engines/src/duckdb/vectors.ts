import {
  type ColumnKind,
  Decimal,
  type PackedBatch,
  type PackedColumn,
  type PlainCell,
  packedColumn,
  type ResultColumn,
} from '@chartroom/query/rows';
import {
  DuckDBArrayValue,
  type DuckDBDataChunk,
  DuckDBDateVector,
  DuckDBDecimalType,
  DuckDBDecimalValue,
  DuckDBIntervalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  type DuckDBType,
  DuckDBTypeId,
  DuckDBUnionValue,
  type DuckDBValue,
  type DuckDBVector,
} from '@duckdb/node-api';
import { type AnswerBounds, tooLargeAnswer } from '../rows/answer-bounds.ts';
import { bytesText, genericOf, intervalText, timeText } from '../rows/values.ts';
import { packTexts } from './texts.ts';

const KINDS: Partial<Record<DuckDBTypeId, ColumnKind>> = {
  [DuckDBTypeId.BOOLEAN]: 'bool',
  [DuckDBTypeId.TINYINT]: 'int',
  [DuckDBTypeId.SMALLINT]: 'int',
  [DuckDBTypeId.INTEGER]: 'int',
  [DuckDBTypeId.BIGINT]: 'int',
  [DuckDBTypeId.UTINYINT]: 'int',
  [DuckDBTypeId.USMALLINT]: 'int',
  [DuckDBTypeId.UINTEGER]: 'int',
  [DuckDBTypeId.UBIGINT]: 'int',
  [DuckDBTypeId.HUGEINT]: 'int',
  [DuckDBTypeId.UHUGEINT]: 'int',
  [DuckDBTypeId.FLOAT]: 'float',
  [DuckDBTypeId.DOUBLE]: 'float',
  [DuckDBTypeId.DECIMAL]: 'decimal',
  [DuckDBTypeId.TIMESTAMP]: 'timestamp',
  [DuckDBTypeId.TIMESTAMP_S]: 'timestamp',
  [DuckDBTypeId.TIMESTAMP_MS]: 'timestamp',
  [DuckDBTypeId.TIMESTAMP_NS]: 'timestamp',
  [DuckDBTypeId.TIMESTAMP_TZ]: 'timestamp',
  [DuckDBTypeId.DATE]: 'date',
  [DuckDBTypeId.TIME]: 'time',
  [DuckDBTypeId.TIME_TZ]: 'time',
  [DuckDBTypeId.TIME_NS]: 'time',
  [DuckDBTypeId.INTERVAL]: 'interval',
  [DuckDBTypeId.UUID]: 'uuid',
  [DuckDBTypeId.BLOB]: 'bytes',
  [DuckDBTypeId.LIST]: 'json',
  [DuckDBTypeId.ARRAY]: 'json',
  [DuckDBTypeId.STRUCT]: 'json',
  [DuckDBTypeId.MAP]: 'json',
  [DuckDBTypeId.UNION]: 'json',
  [DuckDBTypeId.VARIANT]: 'json',
};

/** Stored units per millisecond of each kind of timestamp. */
const TICKS_PER_MS: Partial<Record<DuckDBTypeId, number>> = {
  [DuckDBTypeId.TIMESTAMP]: 1e3,
  [DuckDBTypeId.TIMESTAMP_TZ]: 1e3,
  [DuckDBTypeId.TIMESTAMP_S]: 1e-3,
  [DuckDBTypeId.TIMESTAMP_MS]: 1,
  [DuckDBTypeId.TIMESTAMP_NS]: 1e6,
};
/** The stored value of `infinity` is the largest 64-bit integer, of `-infinity` its negative. */
const INFINITE_TICKS = 2 ** 63 - 1024;

/** How a result column is described to the rest of the server. */
export function describeColumn(name: string, type: DuckDBType): ResultColumn {
  const kind = type.alias === 'JSON' ? 'json' : (KINDS[type.typeId] ?? 'string');
  return { name, kind, generic: genericOf(kind), nativeType: type.alias ?? type.toString() };
}

/** Cells of a chunk, column by column, ready for the pipe. */
export function packChunk(
  chunk: DuckDBDataChunk,
  types: readonly DuckDBType[],
  bounds: AnswerBounds,
): PackedBatch {
  const columns = types.map((type, index) =>
    packVector(chunk.getColumnVector(index), type, chunk.rowCount, bounds),
  );
  return { length: chunk.rowCount, columns };
}

function packVector(
  vector: DuckDBVector,
  type: DuckDBType,
  length: number,
  bounds: AnswerBounds,
): PackedColumn {
  const typed = packTyped(vector, type, length);
  if (typed) return typed;
  if (type.typeId === DuckDBTypeId.VARCHAR) {
    const nulls = nullFlags(vector, length);
    const texts = nulls === undefined ? undefined : packTexts(vector, length, nulls, bounds);
    if (texts) return texts;
  }
  if (type instanceof DuckDBDecimalType) {
    return packedColumn(
      Array.from({ length }, (_, row) => {
        const value = vector.getItem(row);
        return value === null || value === undefined ? null : new Decimal(value.toString());
      }),
    );
  }
  const values: PlainCell[] = new Array(length);
  const convert = cellConverter(type);
  let letters = 0;
  for (let row = 0; row < length; row++) {
    const value = vector.getItem(row);
    const cell = value === null || value === undefined ? null : convert(value);
    values[row] = cell;
    if (typeof cell === 'string') letters += cell.length;
    if (letters > bounds.MAX_ANSWER_BYTES) throw tooLargeAnswer(bounds);
  }
  return { form: 'cells', values };
}

/**
 * Numbers and moments straight from the vector's memory. The library keeps that memory in a member that
 * its types hide; when it is not there (another version), the caller reads item by item.
 */
function packTyped(vector: DuckDBVector, type: DuckDBType, length: number): PackedColumn | undefined {
  const items: unknown = Reflect.get(vector, 'items');
  const ticksPerMs = TICKS_PER_MS[type.typeId];
  const scale = vector instanceof DuckDBDateVector ? 86_400_000 : 1;
  const kind = KINDS[type.typeId];
  if (kind !== 'int' && kind !== 'float' && kind !== 'timestamp' && kind !== 'date') return undefined;
  const nulls = nullFlags(vector, length);
  if (nulls === undefined) return undefined;
  // Half the way through the pipe.
  if (
    kind === 'int' &&
    (items instanceof Int32Array || items instanceof Int16Array || items instanceof Int8Array)
  )
    return { form: 'numbers', values: Int32Array.from(items.subarray(0, length)), nulls };
  const values = new Float64Array(length);
  if (items instanceof BigInt64Array) {
    const words = new DataView(items.buffer, items.byteOffset, items.byteLength);
    for (let row = 0; row < length; row++) {
      const value = words.getInt32(row * 8 + 4, true) * 4_294_967_296 + words.getUint32(row * 8, true);
      if (ticksPerMs !== undefined)
        values[row] =
          Math.abs(value) >= INFINITE_TICKS
            ? Math.sign(value) * Number.POSITIVE_INFINITY
            : value / ticksPerMs;
      else if (Number.isSafeInteger(value) || nulls?.[row]) values[row] = value;
      else return undefined;
    }
    return { form: 'numbers', values, nulls };
  }
  if (!isNumberArray(items)) return undefined;
  for (let row = 0; row < length; row++) values[row] = (items[row] ?? 0) * scale;
  return { form: 'numbers', values, nulls };
}

function isNumberArray(
  items: unknown,
): items is
  | Int8Array
  | Int16Array
  | Int32Array
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | Float32Array
  | Float64Array {
  return (
    ArrayBuffer.isView(items) &&
    !(items instanceof DataView) &&
    !(items instanceof BigUint64Array) &&
    !(items instanceof BigInt64Array)
  );
}

/** 1 for each null row; null when there is none; undefined when the vector does not show its validity. */
function nullFlags(vector: DuckDBVector, length: number): Uint8Array | null | undefined {
  const validity: unknown = Reflect.get(vector, 'validity');
  if (typeof validity !== 'object' || validity === null) return undefined;
  const data: unknown = Reflect.get(validity, 'data');
  const offset: unknown = Reflect.get(validity, 'offset');
  if (data === null) return null;
  if (!(data instanceof BigUint64Array) || typeof offset !== 'number') return undefined;
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const flags = new Uint8Array(length);
  for (let row = 0; row < length; row++) {
    const bit = offset + row;
    flags[row] = ((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1 ? 0 : 1;
  }
  return flags;
}

function cellConverter(type: DuckDBType): (value: DuckDBValue) => PlainCell {
  const kind = KINDS[type.typeId] ?? 'string';
  if (kind === 'json') return (value) => (typeof value === 'string' ? value : jsonText(value));
  if (kind === 'time') return (value) => timeText(String(value));
  if (kind === 'interval')
    return (value) => (value instanceof DuckDBIntervalValue ? intervalText(value) : String(value));
  if (kind === 'bytes') return (value) => (hasBytes(value) ? bytesText(value.bytes) : String(value));
  return plainCell;
}

function plainCell(value: DuckDBValue): PlainCell {
  if (typeof value === 'bigint')
    return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
  if (value === null || typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string')
    return value;
  return String(value);
}

function hasBytes(value: DuckDBValue): value is DuckDBValue & { bytes: Uint8Array } {
  return typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array;
}

/** Lists, structs and maps as JSON text, separated as `[1, 2]` and `{"a": 1}`; numbers keep their digits. */
function jsonText(value: DuckDBValue): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (typeof value === 'bigint' || typeof value === 'boolean' || value instanceof DuckDBDecimalValue)
    return String(value);
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue)
    return `[${value.items.map(jsonText).join(', ')}]`;
  if (value instanceof DuckDBStructValue) return jsonObject(Object.entries(value.entries));
  if (value instanceof DuckDBMapValue)
    return jsonObject(value.entries.map((entry) => [String(entry.key), entry.value]));
  if (value instanceof DuckDBUnionValue) return jsonText(value.value);
  return JSON.stringify(String(value));
}

function jsonObject(members: [string, DuckDBValue][]): string {
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}: ${jsonText(member)}`).join(', ')}}`;
}
