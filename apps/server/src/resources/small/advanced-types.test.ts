import { expect, test } from 'vitest';
import { convert } from './advanced-types.ts';

test.each([
  ['port', ['http', '8080'], [[80], [8080]], '[80], [8080]'],
  ['port', ['ftp'], [[20, 21]], '[20, 21]'],
  ['internet_address', ['10.0.0.1'], [167_772_161], '167772161'],
  [
    'internet_address',
    ['10.0.0.0/8', '1'],
    [{ start: 167_772_160, end: 184_549_375 }, 1],
    '167772160 - 184549375, 1',
  ],
  ['internet_address', ['255.255.255.255/32'], [4_294_967_295], '4294967295'],
  ['internet_address', ['10.1.2.3/8'], [{ start: 167_772_160, end: 184_549_375 }], '167772160 - 184549375'],
  ['internet_address', [''], [''], ''],
  ['port', [''], [['']], ''],
])('%s %j', (type, texts, values, display_value) => {
  expect(convert(type, texts)).toMatchObject({ values, display_value, error_message: '' });
});

test.each([
  ['port', '0'],
  ['port', '65536'],
  ['port', 'nonsense'],
  ['internet_address', '256.1.1.1'],
  ['internet_address', '10.0.0.0/33'],
  ['internet_address', '4294967296'],
])('%s %s is none', (type, text) => {
  const noun = type === 'port' ? 'a port name or number' : 'an IPv4 or IPv6 network';
  expect(convert(type, ['22', text])?.error_message).toBe(`'${text}' does not appear to be ${noun}`);
});

test('addresses of the newer kind are named as what they are', () => {
  expect(convert('internet_address', ['2001:db8::/32'])?.error_message).toContain(
    "'2001:db8::/32' is an IPv6 network",
  );
});

test('what is none is told as such, and filters are named as charts name them', () => {
  expect(convert('port', ['22', 'abc'])).toEqual({
    values: [[22]],
    display_value: '[22]',
    error_message: "'abc' does not appear to be a port name or number",
    valid_filter_operators: [
      'EQUALS',
      'GREATER_THAN_OR_EQUAL',
      'GREATER_THAN',
      'IN',
      'LESS_THAN',
      'LESS_THAN_OR_EQUAL',
    ],
  });
  expect(convert('internet_address', ['abc'])?.error_message).toBe(
    "'abc' does not appear to be an IPv4 or IPv6 network",
  );
});

test('a type that is none', () => {
  expect([convert('colour', ['red']), convert('constructor', ['red'])]).toEqual([undefined, undefined]);
});
