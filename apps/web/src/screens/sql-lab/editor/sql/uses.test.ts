import { expect, test } from 'vitest';
import { noteAt, noteOfCallAround } from './note.ts';
import { readStatement } from './reader.ts';
import { knowledgeOf, WAREHOUSE } from './testing/warehouse.ts';
import { tokensOf } from './tokens.ts';
import { nameAt, placesOf, usesOf } from './uses.ts';

const { style, functions } = knowledgeOf('postgresql');

function read(marked: string) {
  const at = marked.indexOf('|');
  const text = marked.replace('|', '');
  const tokens = tokensOf(text, style);
  return { at, text, tokens, statement: readStatement(text, tokens) };
}

/** The caret stands at `|`; `«»` is around what F12 leads to. */
test.each([
  'SELECT f|.origin FROM flights «f»',
  'SELECT f.ori|gin FROM flights «f»',
  'SELECT ori|gin FROM «flights»',
  'SELECT origin AS «o» FROM flights ORDER BY o|',
  'WITH «big» AS (SELECT 1 AS n) SELECT * FROM bi|g',
  'WITH big AS (SELECT 1 AS «n») SELECT n| FROM big b',
  'WITH big («n») AS (SELECT 1) SELECT n| FROM big b',
  'WITH a AS (SELECT origin AS «o» FROM flights), b AS (SELECT o FROM a) SELECT o| FROM b',
  'SELECT q.o| FROM (SELECT origin AS «o» FROM flights) q',
  'SELECT q.ori|gin FROM (SELECT * FROM flights «x») q',
  'SELECT 1 FROM flights «f» WHERE EXISTS (SELECT 1 FROM airports WHERE code = f|.origin)',
])('where a name comes from: %s', (marked) => {
  const wanted = marked.replace('|', '').indexOf('«');
  const { at, statement } = read(marked.replaceAll(/[«»]/g, ''));
  expect(nameAt(usesOf(statement, WAREHOUSE), at)?.origin.named.from).toBe(wanted);
});

/** `«»` around everything that is renamed together. */
test.each([
  'SELECT «f|».origin, «f».* FROM flights «f» WHERE «f».delay > 1 AND g.x = 1',
  'SELECT flig|hts.origin FROM flights',
  'SELECT ori|gin FROM flights',
  'SELECT nothing| FROM flights',
  'WITH «big|» AS (SELECT 1 AS n), b AS (SELECT n FROM «big») SELECT «big».n FROM «big» JOIN b ON b.n = «big».n',
  'WITH a AS (SELECT origin AS «o» FROM flights), b AS (SELECT «o» FROM a) SELECT «o|», b.«o» FROM b ORDER BY «o»',
  'SELECT count(*) AS «n|» FROM flights GROUP BY origin HAVING «n» > 1 ORDER BY «n»',
  'SELECT f.origin FROM flights f JOIN (SELECT «f|».code FROM airports «f») q ON q.code = f.origin',
])('what is renamed together: %s', (marked) => {
  const plain = marked.replaceAll('|', '');
  const wanted = [...plain.matchAll(/«/g)].map(({ index }, at) => index - 2 * at);
  const { at, statement } = read(marked.replaceAll(/[«»]/g, ''));
  expect(placesOf(usesOf(statement, WAREHOUSE), at).map(({ from }) => from)).toEqual(wanted);
});

test.each([
  ['SELECT del|ay FROM flights', 'delay', 'integer', 'column of flights'],
  [
    'SELECT * FROM fligh|ts',
    'flights',
    'origin varchar\ndest varchar\ndelay integer\nday varchar\ncarrier varchar',
    'table',
  ],
  [
    'SELECT * FROM sales.customers cu|s',
    'cus',
    'customer_id varchar\nfull_name varchar',
    'stands for sales.customers',
  ],
  ['WITH a AS (SELECT delay AS d FROM flights) SELECT d| FROM a', 'd', 'integer', 'named in this statement'],
  ['WITH a AS (SELECT delay AS d FROM flights) SELECT * FROM a|', 'a', 'd integer', 'given by WITH'],
  [
    'SELECT COALE|SCE(origin, 1) FROM flights',
    'coalesce(value, ...)',
    undefined,
    'the first that is not null',
  ],
  [
    'SELECT {{ filter_val|ues(1) }}',
    "filter_values('column', 'default')",
    undefined,
    'values of filters on a column',
  ],
])('what is told of a name: %s', (marked, title, detail, about) => {
  const { at, ...ground } = read(marked);
  expect(noteAt({ ...ground, catalog: WAREHOUSE, functions }, at)).toMatchObject({ title, detail, about });
});

test('of the arguments of a call the call is told', () => {
  const { at, ...ground } = read('SELECT date_trunc(upper(origin), |) FROM flights');
  expect(noteOfCallAround({ ...ground, catalog: WAREHOUSE, functions }, at)?.title).toBe(
    'date_trunc(unit, moment)',
  );
});

test('nothing is told of what is no name', () => {
  const { at, ...ground } = read("SELECT 'ori|gin' FROM flights");
  expect(noteAt({ ...ground, catalog: WAREHOUSE, functions }, at)).toBeUndefined();
});
