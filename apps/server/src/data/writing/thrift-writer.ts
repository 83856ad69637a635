/** Fields of a Thrift struct by their numbers, in rising order. */
export type ThriftStruct = Readonly<Record<number, ThriftValue>>;

/** A value with its type, as the compact protocol writes it. */
export type ThriftValue =
  | { i32: number }
  | { i64: number }
  | { bool: boolean }
  | { text: string }
  | { struct: ThriftStruct }
  | { list: readonly ThriftValue[] };

const TYPE = { true: 1, false: 2, i32: 5, i64: 6, text: 8, list: 9, struct: 12 } as const;
/** Lists of fewer elements have their number beside their type. */
const SHORT_LIST = 15;

/** A struct in Thrift's compact protocol: how Parquet describes itself. */
export function thriftBytes(struct: ThriftStruct): Buffer {
  const bytes: Buffer[] = [];
  writeStruct(struct, bytes);
  return Buffer.concat(bytes);
}

/** A whole number below 2^53 in groups of seven bits, the lowest first. */
export function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80);
  bytes.push(rest);
  return Buffer.from(bytes);
}

function writeStruct(struct: ThriftStruct, bytes: Buffer[]): void {
  let last = 0;
  for (const [name, value] of Object.entries(struct)) {
    const field = Number(name);
    bytes.push(Buffer.of((field - last) * 16 + typeOf(value)));
    last = field;
    // The truth of a field stands in its type.
    if (!('bool' in value)) writeValue(value, bytes);
  }
  bytes.push(Buffer.of(0));
}

function writeValue(value: Exclude<ThriftValue, { bool: boolean }>, bytes: Buffer[]): void {
  if ('i32' in value) bytes.push(varint(zigzag(value.i32)));
  else if ('i64' in value) bytes.push(varint(zigzag(value.i64)));
  else if ('text' in value) {
    const text = Buffer.from(value.text);
    bytes.push(varint(text.length), text);
  } else if ('struct' in value) writeStruct(value.struct, bytes);
  else writeList(value.list, bytes);
}

function writeList(list: readonly ThriftValue[], bytes: Buffer[]): void {
  const [first] = list;
  const type = first ? typeOf(first) : TYPE.struct;
  const { length } = list;
  if (length < SHORT_LIST) bytes.push(Buffer.of(length * 16 + type));
  else bytes.push(Buffer.of(SHORT_LIST * 16 + type), varint(length));
  for (const value of list) if (!('bool' in value)) writeValue(value, bytes);
}

function typeOf(value: ThriftValue): number {
  if ('bool' in value) return value.bool ? TYPE.true : TYPE.false;
  if ('i32' in value) return TYPE.i32;
  if ('i64' in value) return TYPE.i64;
  if ('text' in value) return TYPE.text;
  return 'list' in value ? TYPE.list : TYPE.struct;
}

/** Small numbers are short, whatever their sign. */
function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}
