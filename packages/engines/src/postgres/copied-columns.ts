import type { CopiedColumn } from '../engine.ts';

/** A field of an answer: the number of its type in `pg_type`, and what limits the type. */
export interface WireField {
  name: string;
  dataTypeID: number;
  dataTypeModifier: number;
}

/** By the type's number: how DuckDB reads what COPY writes of it. Everything else is the text that the server shows. */
const TYPES: Readonly<Record<number, Omit<CopiedColumn, 'name'>>> = {
  16: { type: 'BOOLEAN' },
  17: { type: 'BLOB', form: 'hex' },
  20: { type: 'BIGINT' },
  21: { type: 'SMALLINT' },
  23: { type: 'INTEGER' },
  26: { type: 'UINTEGER' },
  114: { type: 'JSON' },
  700: { type: 'FLOAT' },
  701: { type: 'DOUBLE' },
  1082: { type: 'DATE', form: 'era' },
  1114: { type: 'TIMESTAMP', form: 'era' },
  1184: { type: 'TIMESTAMPTZ', form: 'era' },
  2950: { type: 'UUID' },
  3802: { type: 'JSON' },
};
const NUMERIC = 1700;
const MOST_DIGITS = 38;

/** How another engine reads a field. Times of day, durations, lists and the server's own kinds stay text. */
export function copiedColumn({ name, dataTypeID, dataTypeModifier }: WireField): CopiedColumn {
  if (dataTypeID === NUMERIC) return { name, ...numeric(dataTypeModifier) };
  return { name, ...(TYPES[dataTypeID] ?? { type: 'VARCHAR' }) };
}

function numeric(modifier: number): Omit<CopiedColumn, 'name'> {
  const [width, scale] = [((modifier - 4) >> 16) & 0xffff, (modifier - 4) & 0x7ff];
  const isKnown = modifier >= 4 && width <= MOST_DIGITS && scale <= width;
  return isKnown ? { type: `DECIMAL(${width}, ${scale})` } : { type: 'VARCHAR', form: 'digits' };
}
