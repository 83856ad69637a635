import {
  BIGINT,
  BOOLEAN,
  DATE,
  DECIMAL,
  DOUBLE,
  type DuckDBAppender,
  DuckDBDataChunk,
  type DuckDBType,
  FLOAT,
  INTEGER,
  SMALLINT,
  TIMESTAMP,
  TIMESTAMPTZ,
  UINTEGER,
  UUID,
} from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import type { CopiedColumn } from '../engine.ts';
import { decimalOf, readChunks, widthOf } from '../rows/column-chunks.ts';

const TYPES: Readonly<Record<string, DuckDBType>> = {
  BOOLEAN,
  SMALLINT,
  INTEGER,
  UINTEGER,
  BIGINT,
  FLOAT,
  DOUBLE,
  DATE,
  TIMESTAMP,
  TIMESTAMPTZ,
  UUID,
};

/** Takes chunks of columns into a table: their bytes are those of its vectors. */
export class ColumnVectors {
  readonly #appender: DuckDBAppender;
  readonly #widths: readonly number[];
  readonly #chunk: DuckDBDataChunk;

  constructor(appender: DuckDBAppender, columns: readonly CopiedColumn[]) {
    this.#appender = appender;
    this.#widths = columns.map(({ type }) => widthOf(type) ?? 0);
    this.#chunk = DuckDBDataChunk.create(columns.map(typeOf));
  }

  /** Takes the chunks of a file. @throws Error when it ends within one */
  take(file: Buffer<ArrayBuffer>): void {
    for (const { rows, columns } of readChunks(file, this.#widths)) {
      this.#chunk.reset();
      this.#chunk.rowCount = rows;
      for (const [place, { values, valid }] of columns.entries()) {
        const vector = duckdb.data_chunk_get_vector(this.#chunk.chunk, place);
        duckdb.copy_data_to_vector(vector, 0, values.buffer, values.byteOffset, values.length);
        if (!valid) continue;
        duckdb.vector_ensure_validity_writable(vector);
        duckdb.copy_data_to_vector_validity(vector, 0, valid.buffer, valid.byteOffset, valid.length);
      }
      this.#appender.appendDataChunk(this.#chunk);
    }
  }
}

function typeOf({ name, type }: CopiedColumn): DuckDBType {
  const decimal = decimalOf(type);
  const found = decimal ? DECIMAL(decimal.precision, decimal.scale) : TYPES[type];
  if (!found) throw new Error(`The column "${name}" of type ${type} came as values of one width.`);
  return found;
}
