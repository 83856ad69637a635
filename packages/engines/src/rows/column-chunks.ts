/** Rows of a chunk: as many as a vector of DuckDB holds. */
export const CHUNK_ROWS = 2_048;
/** Bytes of the flags that say which rows of a chunk have a value, a bit for each. */
export const FLAG_BYTES = CHUNK_ROWS / 8;
/** Parts of a chunk begin at places that any number can be read at. */
const ALIGNED = 8;

/** Bytes that a value takes, by its type in words of DuckDB; decimals by their digits. */
const WIDTHS: Readonly<Record<string, number>> = {
  BOOLEAN: 1,
  SMALLINT: 2,
  INTEGER: 4,
  UINTEGER: 4,
  BIGINT: 8,
  FLOAT: 4,
  DOUBLE: 8,
  DATE: 4,
  TIMESTAMP: 8,
  TIMESTAMPTZ: 8,
  UUID: 16,
};
const DECIMAL_WIDTHS = [
  { digits: 4, width: 2 },
  { digits: 9, width: 4 },
  { digits: 18, width: 8 },
  { digits: 38, width: 16 },
];

/** Precision and scale of a decimal; undefined for another type. */
export function decimalOf(type: string): { precision: number; scale: number } | undefined {
  const [, precision, scale] = /^DECIMAL\((\d+), (\d+)\)$/.exec(type) ?? [];
  return precision === undefined ? undefined : { precision: Number(precision), scale: Number(scale) };
}

/** Bytes that each value of a type takes in memory; undefined where they do not all take the same. */
export function widthOf(type: string): number | undefined {
  const precision = decimalOf(type)?.precision;
  if (precision === undefined) return WIDTHS[type];
  return DECIMAL_WIDTHS.find(({ digits }) => precision <= digits)?.width;
}

/** A column of a chunk: its values as DuckDB keeps them, and, when some rows have none, which have. */
export interface ColumnPart {
  values: Uint8Array<ArrayBuffer>;
  valid: Uint8Array<ArrayBuffer> | undefined;
}

/** Bytes that a chunk takes at most. */
export function chunkBytes(widths: readonly number[]): number {
  const parts = widths.map((width) => ALIGNED + FLAG_BYTES + width * CHUNK_ROWS);
  return parts.reduce((sum, bytes) => sum + bytes, ALIGNED);
}

/** Writes a chunk at a place; answers where it ends. */
export function writeChunk(
  into: Buffer,
  from: number,
  { rows, columns }: { rows: number; columns: readonly ColumnPart[] },
): number {
  into.writeUInt32LE(rows, from);
  let at = from + ALIGNED;
  for (const { values, valid } of columns) {
    into.writeUInt32LE(valid ? 1 : 0, at);
    at += ALIGNED;
    if (valid) {
      into.set(valid, at);
      at += FLAG_BYTES;
    }
    into.set(values, at);
    at += aligned(values.length);
  }
  return at;
}

/** The chunks of a file; their columns are parts of its memory. @throws Error when it ends within one */
export function* readChunks(
  file: Buffer<ArrayBuffer>,
  widths: readonly number[],
): Generator<{ rows: number; columns: ColumnPart[] }> {
  for (let at = 0; at < file.length; ) {
    const rows = file.readUInt32LE(at);
    at += ALIGNED;
    const columns = widths.map((width): ColumnPart => {
      const hasFlags = file.readUInt32LE(at) === 1;
      at += ALIGNED;
      const flags = hasFlags ? file.subarray(at, at + FLAG_BYTES) : undefined;
      at += flags?.length ?? 0;
      const values = file.subarray(at, at + rows * width);
      at += aligned(rows * width);
      return { values, valid: flags };
    });
    if (at > file.length || rows > CHUNK_ROWS) throw new Error('A chunk of columns is not whole.');
    yield { rows, columns };
  }
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNED) * ALIGNED;
}
