import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRows } from '../files/read-rows.ts';
import { loadCases } from '../testing/load-cases.ts';
import { isReachable, SERVERS } from '../testing/reachable-server.ts';
import { reading } from '../testing/reading.ts';
import { clickhouseConnect } from './index.ts';

const { uri } = SERVERS.ClickHouse;

describe.runIf(await isReachable('ClickHouse', 'loading files into it'))('ClickHouse', () => {
  loadCases({
    uri,
    list: '[1,2]',
    fromYear: 1900,
    types: {
      text: 'Nullable(String)',
      fraction: 'Nullable(Float64)',
      whole: 'Nullable(Int64)',
      moment: 'Nullable(DateTime64(6))',
    },
  });

  describe('a table of somebody else', () => {
    const home = mkdtempSync(join(tmpdir(), 'chartroom-load-'));
    const session = clickhouseConnect.open({ uri, extra: {}, home: '' });
    const table = `append_${process.pid}`;
    const ask = async (sql: string, readOnly = true) =>
      readRows(await session.run(sql, reading({ readOnly, timeoutMs: 20_000 })));
    const append = (content: string) => {
      const path = join(home, 'append.csv');
      writeFileSync(path, content);
      const source = { path, format: 'csv', detect: true } as const;
      return session.load?.({
        table: { table },
        mode: 'append',
        signal: new AbortController().signal,
        source,
      });
    };

    beforeAll(async () => {
      await session.dropTable?.({ table });
      await ask(
        `CREATE TABLE ${table} (id Int8, seen DateTime, price Nullable(Decimal(10, 1)), note LowCardinality(String) DEFAULT 'none')
         ENGINE = MergeTree ORDER BY id`,
        false,
      );
      await append('id,seen,price\n1,2024-02-29 13:14:15,1.5\n');
    });
    afterAll(async () => {
      await session.dropTable?.({ table });
      await session.close();
      rmSync(home, { recursive: true, force: true });
    });

    test.each([
      [
        'a number that is too large',
        'id,seen\n2,2024-01-01 00:00:00\n300,2024-01-01 00:00:00\n',
        /safely converted/,
      ],
      [
        'a text where numbers are',
        'id,seen\n2,2024-01-01 00:00:00\nthree,2024-01-01 00:00:00\n',
        /Cannot parse string/,
      ],
      ['nothing where something has to be', 'id,seen\n2,\n', /NULL/],
      [
        'a fraction of a second',
        'id,seen\n2,2024-01-01 00:00:00.5\n',
        'The column "seen" has 1 values that do not fit the table, where it is DateTime.',
      ],
      ['a year that is out of reach', 'id,seen\n2,1950-01-01 00:00:00\n', 'The column "seen" has 1 values'],
    ])('%s is refused, and nothing is added', async (_, content, message) => {
      await expect(append(content)).rejects.toThrow(message);
      expect(await ask(`SELECT * EXCEPT note, note FROM ${table}`)).toEqual([
        [1, Date.UTC(2024, 1, 29, 13, 14, 15), expect.objectContaining({ text: '1.5' }), 'none'],
      ]);
      expect(
        await ask(
          "SELECT name FROM system.tables WHERE database = currentDatabase() AND name LIKE 'chartroom_load_%'",
        ),
      ).toEqual([]);
    });

    test('what fits is added, in the types of the table', async () => {
      expect(await append('note,id,seen\nx,3,2024-01-02 00:00:00\n')).toBe(1);
      expect(await ask(`SELECT id, seen, price, note FROM ${table} WHERE id = 3`)).toEqual([
        [3, Date.UTC(2024, 0, 2), null, 'x'],
      ]);
    });
  });
});
