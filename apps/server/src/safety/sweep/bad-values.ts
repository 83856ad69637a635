import { isJsonObject } from '@chartroom/model';
import { z } from 'zod';

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

/** What nobody means to send in a field, by a name for reports. */
export const BAD_VALUES: ReadonlyArray<readonly [name: string, value: unknown]> = [
  ['null', null],
  ['true', true],
  ['zero', 0],
  ['a negative number', -1],
  ['a fraction', 1.5],
  ['a number beyond 32 bits', 3_000_000_000],
  ['a number beyond 53 bits', 2 ** 60],
  ['the largest number', 1.7e308],
  ['an unknown id', 99_999_999],
  ['no text', ''],
  ['a text', 'x'],
  ['an id as text', '1'],
  ['NUL in a text', 'a\u0000b'],
  ['control characters', 'a\u0007\u001b[31m\r\nb'],
  ['half a character', 'a\ud800b'],
  ['writing from right to left', '\u202eevil\u2066🙂'],
  ['a quote', `x'"\`); DROP TABLE users; --`],
  ['a template', '{{ [].constructor.constructor("return process")() }}'],
  ['half of a document', '{"a":'],
  ['a document that is no mapping', '[1]'],
  ['a deep document', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ['a long text', 'n'.repeat(100_000)],
  ['an empty list', []],
  ['a list of nothing', [null]],
  ['a list of texts', ['x', 'x']],
  ['a list of large numbers', [2 ** 40, -1]],
  ['a list with NUL', ['a\u0000b']],
  ['a long list', Array.from({ length: 70_000 }, (_each, index) => index)],
  ['an empty mapping', {}],
  ['an operator', { $gt: 1 }],
  ['a mapping with NUL', { 'a\u0000': 'b\u0000' }],
  ['what is deep', nested(500)],
];

/** Bodies as they should not be, as they stand on the wire. */
export const BAD_BODIES: ReadonlyArray<
  readonly [name: string, type: string | undefined, payload: string | Buffer]
> = [
  ['half of a document', 'application/json', '{"a": "x"'],
  ['no document', 'application/json', 'title=x'],
  ['a list', 'application/json', '[]'],
  ['a number', 'application/json', '7'],
  ['null', 'application/json', 'null'],
  ['a text', 'application/json', '"x"'],
  ['nothing', 'application/json', ''],
  ['a prototype', 'application/json', '{"__proto__": {"isAdmin": true}}'],
  ['a constructor', 'application/json', '{"constructor": {"prototype": {"isAdmin": true}}}'],
  ['unknown keys', 'application/json', '{"no_such_key": 1, "id": 1, "created_by_fk": 1}'],
  ['a deep one', 'application/json', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ['a deep list', 'application/json', `{"a": ${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  ['bytes that are no text', 'application/json', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
  ['NUL', 'application/json', '\u0000'],
  ['a text of 5 MB', 'application/json', `{"a": "${'y'.repeat(5_000_000)}"}`],
  ['plain text', 'text/plain', '{"a": 1}'],
  ['XML', 'application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['no type', undefined, 'x'],
  ['a type that is none', 'not a type', '{}'],
  ['a form', 'application/x-www-form-urlencoded', 'a=%00&a=2&__proto__=3&b[c]=4'],
  ['a form of parts without a boundary', 'multipart/form-data', 'x'],
  [
    'a form of parts that is cut',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="formData"; filename="a.zip"\r\n\r\nPK',
  ],
  [
    'a form of parts with a text',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="form_data"\r\n\r\n{"a":\r\n--b--\r\n',
  ],
  [
    'a form of parts with a junk file',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="file"; filename="../a\u0000.csv"\r\n\r\na\u0000b\n1\r\n--b--\r\n',
  ],
];

/** Texts that are neither Rison nor JSON of the right shape. */
export const BAD_QUERIES: readonly string[] = [
  '(',
  '!',
  '!(',
  '(a:',
  "'open",
  '{"a":',
  'x',
  '7',
  '!(1,x)',
  '!(99999999999999999999)',
  '!(3000000000)',
  '(page:x)',
  '(page:-1,page_size:-1)',
  '(page:9007199254740991,page_size:9007199254740991)',
  '(page:1.5)',
  '(filters:7)',
  '(filters:!((col:nope,opr:eq,value:1)))',
  "(filters:!((col:id,opr:eq,value:'x')))",
  '(filters:!((col:id,opr:eq,value:3000000000)))',
  '(filters:!((col:id,opr:nope,value:!n)))',
  '(order_column:nope,order_direction:asc)',
  '(order_column:id,order_direction:up)',
  '(columns:!(nope))',
  '(keys:!(nope))',
  "(filter:'%00')",
  '(include_ids:!(3000000000))',
  '(__proto__:(a:1))',
  '{"__proto__": {"a": 1}}',
  '\u0000',
  `${'('.repeat(2_000)}`,
  `${'!('.repeat(2_000)}`,
  `!(${Array.from({ length: 2_000 }, (_each, index) => index).join(',')})`,
];

/** Ids that lead nowhere, as they stand in an address. */
export const BAD_IDS: readonly string[] = [
  '99999999',
  '3000000000',
  '999999999999999',
  '-1',
  '0',
  '1.5',
  '1e3',
  'x',
  '%00',
  'a%00b',
  '%F0%9F%99%82',
  '%ff',
  '%',
  '1;DROP',
  "1'--",
  '*',
  ':pk',
  '__proto__',
  'constructor',
  '..%2f..%2fetc%2fpasswd',
  '%0d%0aX-Evil:1',
  '9'.repeat(400),
  'n'.repeat(5_000),
];

type Json = Record<string, unknown>;

/**
 * A body that fits a schema as well as its JSON Schema tells; fields of known names get values that make sense. Texts
 * carry `serial`, so that names are new.
 */
export function sampleBody(schema: z.ZodType, fields: Readonly<Record<string, unknown>>, serial = 0): Json {
  const known = { ...fields, uuid: `0b1a2c3d-0000-4000-8000-${String(serial).padStart(12, '0')}` };
  const made = jsonSchema(schema);
  const value = isJsonObject(made) ? sample(made, { known, serial }, 0) : {};
  return isJsonObject(value) ? value : {};
}

const schemas = new WeakMap<z.ZodType, unknown>();

function jsonSchema(schema: z.ZodType): unknown {
  const made: unknown =
    schemas.get(schema) ??
    JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })));
  schemas.set(schema, made);
  return made;
}

interface Filling {
  known: Readonly<Record<string, unknown>>;
  serial: number;
}

function sample(schema: Json, filling: Filling, depth: number): unknown {
  const choices = [schema.anyOf, schema.oneOf].find(Array.isArray);
  if (choices) return isJsonObject(choices[0]) ? sample(choices[0], filling, depth) : null;
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') return sampleObject(schema, filling, depth);
  if (type === 'array')
    return isJsonObject(schema.items) && depth < 4 ? [sample(schema.items, filling, depth + 1)] : [];
  if (type === 'string' && typeof schema.pattern === 'string') return fitting(schema.pattern, filling);
  if (type === 'string')
    return `x${filling.serial}`.padEnd(typeof schema.minLength === 'number' ? schema.minLength : 3, 'y');
  if (type === 'integer' || type === 'number')
    return typeof schema.minimum === 'number' ? Math.max(1, schema.minimum) : 1;
  if (type === 'boolean') return true;
  return null;
}

/** A text for one of the few forms that texts of bodies have: a uuid, or how a column writes its moments. */
function fitting(pattern: string, { known, serial }: Filling): unknown {
  if (pattern.includes('epoch_s')) return 'epoch_s';
  return pattern.includes('{12}') ? known.uuid : `x${serial}`;
}

function sampleObject(schema: Json, filling: Filling, depth: number): Json {
  if (!isJsonObject(schema.properties) || depth > 4) return {};
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, each]) => [
      name,
      depth < 2 && name in filling.known ? filling.known[name] : inner(each, filling, depth + 1),
    ]),
  );
}

function inner(each: unknown, filling: Filling, depth: number): unknown {
  return isJsonObject(each) ? sample(each, filling, depth) : null;
}
