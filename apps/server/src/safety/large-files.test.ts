import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileTables } from '@chartroom/engines';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sendBytes, sendForm } from '../testing/form-calls.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { NOBODY } from '../testing/things.ts';
import { droppedFiles } from './dropped-files.ts';

/** Numbers are those of the contract's catalogue of safety cases. */
describe('files that are too large or cut', () => {
  let house: TestApp;
  const { drop, upload, tables, leftOver } = droppedFiles(() => house);
  beforeAll(async () => {
    house = await openTestApp('sqlite', { settings: { CHARTROOM_UPLOAD_LIMIT: '200000' } });
  });
  afterEach(async () => expect(await leftOver()).toEqual([]));
  afterAll(() => house.close());

  const large = `a,b\n${'1234567,abcdefg\n'.repeat(20_000)}`;

  test('S69: a file over the limit is refused by name with the setting that allows more', async () => {
    const answer = await drop('large.csv', large);
    expect([answer.status, answer.text]).toEqual([
      413,
      expect.stringMatching(/large\.csv.*CHARTROOM_UPLOAD_LIMIT/),
    ]);
    expect(await tables()).not.toContain('large');
  });

  test('S69: so is one in the form', async () => {
    const answer = await upload({ type: 'csv', table_name: 'large' }, 'large.csv', large);
    expect([answer.status, answer.text]).toEqual([
      413,
      expect.stringMatching(/large\.csv.*CHARTROOM_UPLOAD_LIMIT/),
    ]);
    expect(await tables()).not.toContain('large');
  });

  test('S70: a body that ends in the middle of the file makes no table', async () => {
    const payload =
      '--cut\r\nContent-Disposition: form-data; name="file"; filename="half.csv"\r\n\r\na,b\n1,2\n3,';
    const answer = await sendBytes(house, '/api/v1/files/', 'multipart/form-data; boundary=cut', payload);
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringMatching(/./)]);
    expect(await tables()).not.toContain('half');
  });

  test.each([
    ['no file', 'multipart/form-data; boundary=b', '--b--\r\n'],
    ['no boundary', 'multipart/form-data', 'x'],
    ['JSON', 'application/json', '{}'],
    ['nothing', 'multipart/form-data; boundary=b', ''],
  ])('a form with %s is refused', async (_what, type, payload) => {
    for (const url of ['/api/v1/files/', `/api/v1/database/${house.uploads}/upload/`]) {
      const answer = await sendBytes(house, url, type, payload);
      expect([url, answer.statusCode]).toEqual([url, 400]);
      expect(answer.body.length).toBeGreaterThan(10);
    }
  });
});

describe('F18: files whose parts are larger than they may be', () => {
  let wide: TestApp;
  beforeAll(async () => {
    wide = await openTestApp('sqlite', {
      settings: { CHARTROOM_MAX_UPLOAD_COLUMNS: '20', CHARTROOM_MAX_UPLOAD_LINE_BYTES: '100000' },
    });
  });
  afterAll(() => wide.close());

  const sent = (content: string, url: string) =>
    sendForm(wide, url, { type: 'csv', table_name: 'sent', file: { name: 'sent.csv', content } });
  const ways = () => ['/api/v1/files/', `/api/v1/database/${wide.uploads}/upload/`];

  test.each([
    ['the last', `a,b\n1,x\n2,${'y'.repeat(150_000)}\n`],
    ['the last, without an end', `a,b\n1,x\n2,${'y'.repeat(150_000)}`],
    ['one in the middle', `a,b\n1,x\n2,${'y'.repeat(150_000)}\n3,z\n`],
    ['one of many lines in quotes', `a,b\n1,x\n2,"${'y\n'.repeat(80_000)}"\n`],
  ])('a line over the bound is told, and no row is lost: %s', async (_which, content) => {
    for (const url of ways()) {
      const answer = await sent(content, url);
      expect([url, answer.status, answer.text]).toEqual([
        url,
        422,
        expect.stringMatching(/Line \d of the file/),
      ]);
    }
    expect(await (await wide.services.data()).relations(wide.uploads, 'main', null, NOBODY)).toEqual([]);
  });

  test('more columns than allowed are told before anything is written', async () => {
    const content = `${Array.from({ length: 21 }, () => 'same').join(',')}\n`;
    for (const url of [...ways(), '/api/v1/database/upload_metadata/']) {
      expect(await sent(content, url)).toMatchObject({
        status: 422,
        text: expect.stringContaining('21 columns; at most 20 are allowed'),
      });
    }
  });

  test('names that are all the same are numbered in the time that they take to read', async () => {
    const [table] = await fileTables(
      { path: await written(`${'a,'.repeat(99_999)}a\n`), format: 'csv' },
      AbortSignal.timeout(60_000),
    );
    expect(table?.column_names.at(-1)).toBe('a.99999');
  });

  async function written(text: string): Promise<string> {
    const path = join(wide.services.config.HOME, 'many.csv');
    await writeFile(path, text);
    return path;
  }
});
