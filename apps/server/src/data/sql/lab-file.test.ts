import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Result } from '@chartroom/engines';
import { GenericType, type LabFileFormat } from '@chartroom/model';
import { type Cell, type ColumnKind, Decimal } from '@chartroom/query';
import { DuckDBInstance } from '@duckdb/node-api';
import { tableFromIPC } from '@uwdata/flechette';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unzipped } from '../../testing/unzipped.ts';
import { joinedBytes } from '../heavy/breathing.ts';
import { type AnyFileWork, anyFilePieces, type FileRows } from '../heavy/file-pieces.ts';
import { labFile } from './lab-file.ts';

const DAY = 86_400_000;
const COLUMNS: [string, ColumnKind, string, Cell[]][] = [
  ['whole', 'int', 'BIGINT', [1, null, 9_007_199_254_740_993n]],
  ['part', 'float', 'DOUBLE', [1.5, Number.POSITIVE_INFINITY, null]],
  ['exact', 'decimal', 'DECIMAL(18,3)', [new Decimal('-1.5'), null, new Decimal('123456789012345.678')]],
  ['yes', 'bool', 'BOOLEAN', [true, false, null]],
  ['text', 'string', 'VARCHAR', ['ä\n"', '', null]],
  ['day', 'date', 'DATE', [-62_167_219_200_000, 253_402_214_400_000, null]],
  ['moment', 'timestamp', 'TIMESTAMP', [0.25, -63_000_000_000_000, null]],
  ['moment', 'timestamp', 'TIMESTAMP WITH TIME ZONE', [DAY, null, DAY * 2]],
  ['', 'bytes', 'BLOB', ['\\x00', null, 'x']],
  ['huge', 'int', 'HUGEINT', [2n ** 100n, null, 1]],
];
const room = { file: (rows: FileRows, work: AnyFileWork) => anyFilePieces(work, rows) };
const ground = {
  home: '',
  csv: { mark: false, separator: ',', decimalSign: '.' },
  now: () => new Date(0),
  room,
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lab-file-'));
  ground.home = folder;
});
afterAll(() => rm(folder, { recursive: true }));

/** The columns above, so many times one after the other. */
function answer(times: number, columns = COLUMNS): Result {
  return {
    columns: columns.map(([name, kind, nativeType]) => ({
      name,
      kind,
      nativeType,
      generic: GenericType.STRING,
    })),
    batches: (async function* () {
      for (let time = 0; time < times; time++)
        yield { length: 3, columns: columns.map(([, , , cells]) => [...cells]) };
    })(),
  };
}

async function written(format: LabFileFormat, result: Result, most = Number.POSITIVE_INFINITY) {
  const making = { format, most, tellsCut: Number.isFinite(most), signal: AbortSignal.timeout(10_000) };
  const file = await labFile(result, making, ground);
  const pieces: Buffer[] = [];
  if (!Buffer.isBuffer(file.body)) for await (const piece of file.body) pieces.push(piece);
  return { headers: file.headers, bytes: await joinedBytes(pieces) };
}

async function read(bytes: Buffer): Promise<unknown[]> {
  const path = join(folder, 'read.parquet');
  await writeFile(path, bytes);
  const connection = await (await DuckDBInstance.create()).connect();
  const rows = await connection.runAndReadAll(`select * from '${path}'`);
  return rows.getRowObjectsJson();
}

test('a Parquet file has the values of every type, at the ends of what they hold', async () => {
  const { bytes } = await written('parquet', answer(2));
  const rows = await read(bytes);
  expect(rows).toHaveLength(6);
  expect(rows.slice(3)).toMatchSnapshot();
});

test('a Parquet file without rows has its columns', async () => {
  const { bytes } = await written('parquet', answer(0));
  expect(await read(bytes)).toEqual([]);
});

test('an Arrow stream has a batch for each piece of rows', async () => {
  const { bytes } = await written('arrow', answer(3));
  const table = tableFromIPC(bytes);
  expect(table.numRows).toBe(9);
  expect(table.names).toEqual([
    'whole',
    'part',
    'exact',
    'yes',
    'text',
    'day',
    'moment',
    'moment__1',
    '',
    'huge',
  ]);
  expect(table.getChild('text')?.at(3)).toBe('ä\n"');
});

test('a file ends at the rows that it may hold, and says so only where there were more', async () => {
  const cut = await written('json', answer(2), 4);
  expect(cut.headers['x-rows-cut-at']).toBe('4');
  expect(JSON.parse(cut.bytes.toString())).toHaveLength(4);
  expect((await written('csv', answer(2), 6)).headers['x-rows-cut-at']).toBeUndefined();
  expect(JSON.parse((await written('json', answer(0))).bytes.toString())).toEqual([]);
});

test('what no column of a file holds is named before its first byte', async () => {
  const endless: typeof COLUMNS = [['at', 'timestamp', 'TIMESTAMP', [0, Number.POSITIVE_INFINITY, null]]];
  await expect(written('parquet', answer(1, endless))).rejects.toThrow(
    'Row 2 of the column "at" holds Infinity',
  );
});

test('what is no number, and what has no end, is told from what has no value', async () => {
  const odd: typeof COLUMNS = [
    ['f', 'float', 'DOUBLE', [Number.NaN, Number.NEGATIVE_INFINITY, null]],
    ['d', 'decimal', 'NUMERIC', [Number.NaN, null, new Decimal('1.50')]],
  ];
  const text = async (format: LabFileFormat) => (await written(format, answer(1, odd))).bytes.toString();
  expect(await text('csv')).toBe('f,d\nnan,nan\n-inf,\n,1.50\n');
  expect(JSON.parse(await text('json'))).toEqual([
    { f: 'NaN', d: 'NaN' },
    { f: '-Infinity', d: null },
    { f: null, d: 1.5 },
  ]);
  const sheet = (await unzipped((await written('xlsx', answer(1, odd))).bytes))['xl/worksheets/sheet1.xml'];
  expect(sheet?.match(/>(NaN|-Infinity)</g)).toEqual(['>NaN<', '>NaN<', '>-Infinity<']);
});
