import { expect, test } from 'vitest';
import { asPerson } from './as-person.ts';
import { postgres } from './postgres/index.ts';
import { coordinatorOf } from './trino/connection.ts';
import { trino } from './trino/index.ts';

test('a database is asked under the name of whoever asks: the account of its address is exchanged', () => {
  const settings = { uri: 'postgresql://service:pass@db:5432/sales', secrets: {} };
  expect(asPerson(postgres, settings, { username: 'ann@example', token: undefined })).toEqual({
    uri: 'postgresql://ann%40example:pass@db:5432/sales',
    secrets: {},
  });
});

test('Trino is asked for somebody by its own account, or by theirs where they gave a token', () => {
  const settings = { uri: 'trino://service:pass@lake:443/hive', secrets: { other: 1 } };
  const headers = (token: string | undefined) => {
    const { uri, secrets } = asPerson(trino, settings, { username: 'ann', token });
    return coordinatorOf({ uri, secrets, extra: {}, home: '' }, 'X-Trino-').headers;
  };
  const basic = Buffer.from('service:pass').toString('base64');
  expect(headers(undefined)).toMatchObject({ 'X-Trino-User': 'ann', Authorization: `Basic ${basic}` });
  expect(headers('t')).toMatchObject({ 'X-Trino-User': 'ann', Authorization: 'Bearer t' });
});
