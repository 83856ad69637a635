import { decimalOf } from '../rows/column-chunks.ts';
import { putDecimal } from './binary-decimals.ts';
import type { FilledColumn } from './column-pieces.ts';
import { OddValue, type Put } from './odd-value.ts';

/** PostgreSQL counts days and microseconds from the year 2000, DuckDB from 1970. */
const DAYS = 10_957;
/** 946,684,800,000,000 microseconds, in two halves. */
const [MICROS_HIGH, MICROS_LOW] = [220_417, 993_517_568];
/** The largest value stands for infinity in both; the smallest for its opposite in PostgreSQL, the largest's negative in DuckDB. */
const [LARGEST, SMALLEST] = [0x7fff_ffff, -0x8000_0000];
const ALL_BITS = 0xffff_ffff;
const TWO_32 = 2 ** 32;

/** From the network's order of bytes into the other. */
function putTurned(values: DataView, width: number): Put {
  return (tuples, at, row) => {
    for (let byte = 0; byte < width; byte++)
      values.setUint8(row * width + byte, tuples.getUint8(at + width - 1 - byte));
  };
}

function putFour(values: DataView): Put {
  return (tuples, at, row) => values.setInt32(row * 4, tuples.getInt32(at), true);
}

function putEight(values: DataView): Put {
  return (tuples, at, row) => {
    values.setInt32(row * 8, tuples.getInt32(at + 4), true);
    values.setInt32(row * 8 + 4, tuples.getInt32(at), true);
  };
}

function putDay(values: DataView): Put {
  return (tuples, at, row) => {
    const days = tuples.getInt32(at);
    if (days === SMALLEST) values.setInt32(row * 4, -LARGEST, true);
    else values.setInt32(row * 4, days === LARGEST ? days : days + DAYS, true);
  };
}

function putMoment(values: DataView): Put {
  return (tuples, at, row) => {
    let [high, low] = [tuples.getInt32(at), tuples.getUint32(at + 4)];
    if (high === SMALLEST && low === 0) low = 1;
    else if (high !== LARGEST || low !== ALL_BITS) {
      low += MICROS_LOW;
      const carry = low < TWO_32 ? 0 : 1;
      high += MICROS_HIGH + carry;
      low -= carry * TWO_32;
      if (high > LARGEST || (high === LARGEST && low === ALL_BITS))
        throw new OddValue('a moment after the year 294246');
    }
    values.setUint32(row * 8, low, true);
    values.setInt32(row * 8 + 4, high, true);
  };
}

/** A number of sixteen bytes whose highest bit is turned round, so that it sorts with its sign as its text does. */
function putUuid(values: DataView): Put {
  const turned = putTurned(values, 16);
  return (tuples, at, row) => {
    turned(tuples, at, row);
    values.setUint8(row * 16 + 15, tuples.getUint8(at) ^ 0x80);
  };
}

const PUTS: Readonly<Record<string, (values: DataView) => Put>> = {
  BOOLEAN: (values) => putTurned(values, 1),
  SMALLINT: (values) => putTurned(values, 2),
  INTEGER: putFour,
  UINTEGER: putFour,
  BIGINT: putEight,
  FLOAT: putFour,
  DOUBLE: putEight,
  DATE: putDay,
  TIMESTAMP: putMoment,
  TIMESTAMPTZ: putMoment,
  UUID: putUuid,
};

/** How values of a column get from tuples into its part of a chunk. @throws Error for a type whose values differ in width */
export function putOf({
  name,
  type,
  width,
  values,
}: Pick<FilledColumn, 'name' | 'type' | 'width' | 'values'>): Put {
  const decimal = decimalOf(type);
  const put = decimal ? putDecimal(values, width, decimal) : PUTS[type]?.(values);
  if (!put) throw new Error(`The column "${name}" of type ${type} has no form for tuples.`);
  return put;
}
