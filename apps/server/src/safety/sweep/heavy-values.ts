/** A value that is more than anybody means to send: its name for reports, and its JSON, made of what stood there before. */
export type HeavyValue = readonly [name: string, json: (present: unknown) => string];

const MILLION = 1_000_000;
/** Characters of a text that is larger than a body may be, and of one that just fits. */
const HUGE = 5_000_000;
const LONG = 3_900_000;
const DEEP = 10_000;

const constant = (json: string) => () => json;
const long = (part: string, length = LONG) => `"${part.repeat(Math.ceil(length / part.length))}"`;
const list = (item: string, count = MILLION) => `[${Array.from({ length: count }, () => item).join(',')}]`;
const nested = (open: string, inside: string, close: string, depth: number) =>
  `${open.repeat(depth)}${inside}${close.repeat(depth)}`;
const mapping = (count: number) =>
  `{${Array.from({ length: count }, (_each, index) => `"k${index}":${index}`).join(',')}}`;

/** Numbers, names and small texts that promise much work. */
const SMALL: readonly HeavyValue[] = [
  ['1e9', constant('1e9')],
  ['-1e9', constant('-1e9')],
  ['1e308', constant('1e308')],
  ['-1e308', constant('-1e308')],
  ['0.1', constant('0.1')],
  ['2^53', constant('9007199254740992')],
  ['2^31', constant('2147483648')],
  ['1e9 as a text', constant('"1000000000"')],
  ['__proto__', constant('"__proto__"')],
  ['constructor', constant('"constructor"')],
  ['toString', constant('"toString"')],
  ['hasOwnProperty', constant('"hasOwnProperty"')],
  ['a mapping of __proto__', constant('{"__proto__":{"a":1},"constructor":1,"hasOwnProperty":2}')],
  ['a list of __proto__', constant('["__proto__","constructor","toString"]')],
  ['a template of many rounds', constant('"{% for i in range(1000000000) %}x{% endfor %}"')],
  ['a template of a long text', constant(`"{{ 'x' * 1000000000 }}{{ 'x'|center(1000000000) }}"`)],
  ['a pattern that looks back', constant(`"^(a+)+$${'a'.repeat(3_000)}!"`)],
  ['a far time', constant('"999999999999 years ago : now"')],
  ['a time inside times', constant(`"${nested('DATEADD(', 'now', ', 1, day)', 60)} : now"`)],
  ['a wide format', constant('",.1000000000f"')],
  ['depth 99', constant(nested('[', '1', ']', 99))],
  ['depth 990', constant(nested('{"a":', '1', '}', 990))],
];

/** What is long, wide or deep. */
const LARGE: readonly HeavyValue[] = [
  ['5 MB of text', constant(long('y', HUGE))],
  ['4 MB of text', constant(long('y'))],
  ['4 MB of text beyond ASCII', constant(long('é🙂', LONG / 2))],
  ['4 MB of brackets', constant(long('('))],
  ['4 MB of commas', constant(long('a,'))],
  ['4 MB of spaces', constant(long(' '))],
  ['4 MB of operators', constant(long('1+'))],
  ['4 MB of templates', constant(long('{{x}}'))],
  ['4 MB of signs of Markdown', constant(long('*_['))],
  ['4 MB of quotes', constant(long("'"))],
  ['200 kB of operators', constant(long('1+', 200_000))],
  ['90 kB of brackets', constant(long('(', 90_000))],
  ['a million numbers', constant(list('1'))],
  ['a million texts', constant(list('"x"'))],
  ['a million nulls', constant(list('null'))],
  ['a million lists', constant(list('[]'))],
  ['a million mappings', constant(list('{}'))],
  ['49,000 texts', constant(list('"x"', 49_000))],
  ['300,000 keys', constant(mapping(300_000))],
  ['depth 10,000', constant(nested('[', '1', ']', DEEP))],
  ['depth 10,000 of mappings', constant(nested('{"a":', '1', '}', DEEP))],
  ['a document of depth 10,000', constant(JSON.stringify(nested('{"a":', '1', '}', DEEP)))],
  ['a document of 300,000 keys', constant(JSON.stringify(mapping(300_000)))],
  ['a document of a million numbers', constant(JSON.stringify(list('1')))],
  ['a document of a long text', constant(JSON.stringify(`{"a":${long('y')}}`))],
  ['a document of __proto__', constant(JSON.stringify('{"__proto__":{"a":1},"a":{"__proto__":null}}'))],
  ['the same 50,000 times', (present) => repeated(present, 50_000)],
  ['the same 900 times', (present) => repeated(present, 900)],
  ['the same 90 times', (present) => repeated(present, 90)],
];

/** Every value that a heavy sweep puts into a body. */
export const HEAVY_VALUES: readonly HeavyValue[] = [...SMALL, ...LARGE];

/** Those of them that fit into an address. */
export const SHORT_VALUES: readonly HeavyValue[] = [
  ...SMALL,
  ['12 kB of text', constant(long('y', 12_000))],
  ['12 kB of brackets', constant(long('(', 12_000))],
  ['3,000 numbers', constant(list('1', 3_000))],
  ['depth 2,000', constant(nested('[', '1', ']', 2_000))],
];

/** What stands there, many times: of the right shape, too much of it. */
function repeated(present: unknown, count: number): string {
  if (Array.isArray(present)) return list(JSON.stringify(present[0] ?? 1), count);
  if (typeof present === 'string')
    return JSON.stringify(present.repeat(Math.min(count, LONG / Math.max(1, present.length))));
  if (typeof present !== 'object' || present === null) return list(JSON.stringify(present ?? 1), count);
  const [first] = Object.values(present);
  const value = JSON.stringify(first ?? 1);
  return `{${Array.from({ length: count }, (_each, index) => `"k${index}":${value}`).join(',')}}`;
}
