import { crc32, deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { watchRecords } from '../safety/sweep/records-digest.ts';
import { type ImportCall, importUpload } from '../testing/bundle-calls.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { makeChart, makeDataset, member } from '../testing/things.ts';

/** Archives that are made to harm: contract/safety.md 25, 60, 61 and 63. */
const LIMIT = 2_000_000;
let house: TestApp;
beforeAll(async () => {
  house = await openTestApp('sqlite', { settings: { CHARTROOM_ZIPPED_FILE_MAX_SIZE: String(LIMIT) } });
});
afterAll(() => house.close());

interface Part {
  name: string;
  content: string | Buffer;
  /** The size that the headers tell; the real one when absent. */
  told?: number;
  /** Mode of the file as a Unix knows it. */
  mode?: number;
}

/** A zip archive byte by byte: what makes archives properly refuses most of what these hold. */
function zipOf(parts: readonly Part[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, told, mode = 0o100644 } of parts) {
    const raw = Buffer.from(content);
    const packed = deflateRawSync(raw);
    const header = Buffer.alloc(26);
    [20, 0x800, 8, 0, 0].forEach((value, index) => void header.writeUInt16LE(value, index * 2));
    [crc32(raw), packed.length, told ?? raw.length].forEach(
      (value, index) => void header.writeUInt32LE(value, 10 + index * 4),
    );
    header.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), header, Buffer.from(name), packed]);
    const more = Buffer.alloc(14);
    more.writeUInt32LE((mode << 16) >>> 0, 6);
    more.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0003'), header, more, Buffer.from(name)]),
    );
    bodies.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, ...directory, Buffer.from('PK\u0005\u0006'), end]);
}

const importing = (kind: string, bytes: Buffer, options?: ImportCall) =>
  importUpload(house, kind, { name: 'given.zip', bytes }, options);

const METADATA: Part = {
  name: 'b/metadata.yaml',
  content: 'version: 1.0.0\ntype: Theme\ntimestamp: 2026-01-01T00:00:00\n',
};
const theme = (name: string): Part => ({
  name,
  content: 'theme_name: Bad\njson_data: {}\nuuid: 0b1a2c3d-0000-4000-8000-00000000000a\nversion: 1.0.0\n',
});
/** A theme that is as it should be, with a remark of many letters which do not pack well. */
const large = (index: number, letters: number): Part => ({
  name: `b/themes/${index}.yaml`,
  content: `${String(theme('').content).replace('00000000000a', `00000000000${index}`)}# ${noise(letters / 2).toString('hex')}\n`,
});
const ALIASES = [
  'a: &a [x,x,x,x,x,x,x,x,x]',
  ...'bcdefghi'.split('').map((name, index) => {
    const before = 'abcdefgh'[index];
    return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(',')}]`;
  }),
].join('\n');

const HARMFUL: ReadonlyArray<readonly [name: string, archive: Buffer]> = [
  [
    'a document packed a thousandfold',
    zipOf([METADATA, { name: 'b/themes/a.yaml', content: Buffer.alloc(1_500_000, 0x20) }]),
  ],
  [
    'documents that are too large together',
    zipOf([METADATA, ...[1, 2, 3].map((index) => large(index, 800_000))]),
  ],
  [
    'a document that says it is small',
    zipOf([METADATA, { name: 'b/themes/a.yaml', content: Buffer.alloc(50_000_000, 0x20), told: 100 }]),
  ],
  [
    'a document that says it is large',
    zipOf([METADATA, { name: 'b/themes/a.yaml', content: 'a: 1', told: 4_000_000_000 }]),
  ],
  [
    'an archive inside the archive and nothing else',
    zipOf([{ name: 'b/inner.zip', content: zipOf([METADATA, theme('b/themes/a.yaml')]) }]),
  ],
  [
    'very many files',
    zipOf([
      METADATA,
      ...Array.from({ length: 20_001 }, (_each, index) => ({ name: `b/x/${index}.txt`, content: '' })),
    ]),
  ],
  ['a path that leads out', zipOf([METADATA, theme('b/../../themes/a.yaml')])],
  ['a path that leads out the other way', zipOf([METADATA, theme('b\\..\\..\\themes\\a.yaml')])],
  ['a path from the root', zipOf([METADATA, theme('/etc/themes/a.yaml')])],
  ['a path on a drive', zipOf([METADATA, theme('C:/themes/a.yaml')])],
  ['a link', zipOf([METADATA, { ...theme('b/themes/a.yaml'), mode: 0o120777 }])],
  ['one name twice', zipOf([METADATA, theme('b/themes/a.yaml'), theme('b/themes/a.yaml')])],
  ['aliases that unfold without end', zipOf([METADATA, { name: 'b/themes/a.yaml', content: ALIASES }])],
  [
    'a very deep document',
    zipOf([METADATA, { name: 'b/themes/a.yaml', content: `a: ${'['.repeat(50_000)}${']'.repeat(50_000)}` }]),
  ],
  [
    'a document that reaches for prototypes',
    zipOf([METADATA, { name: 'b/themes/a.yaml', content: '__proto__: {isAdmin: true}\n' }]),
  ],
  [
    'a document with a tag of code',
    zipOf([METADATA, { name: 'b/themes/a.yaml', content: 'theme_name: !!js/function "() => 1"\n' }]),
  ],
  ['a document that is no text', zipOf([METADATA, { name: 'b/themes/a.yaml', content: noise(1_000) }])],
  ['half of an archive', zipOf([METADATA, theme('b/themes/a.yaml')]).subarray(0, 150)],
  ['nothing', Buffer.alloc(0)],
];

/** Bytes that do not pack, always the same. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = 1;
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[index] = state >>> 16;
  }
  return bytes;
}

describe('S60, S61, S62: an archive with', () => {
  test.each(HARMFUL)(
    '%s is refused, soon, in little memory, and nothing is imported',
    async (_name, archive) => {
      const watch = await watchRecords(house.services.db, 'sqlite');
      const [before, started] = [process.memoryUsage().rss, performance.now()];
      const answer = await importing('theme', archive);
      expect([answer.status, answer.text]).toEqual([
        expect.toSatisfy((status: number) => status >= 400 && status < 500),
        expect.stringMatching(/.{20}/),
      ]);
      expect(performance.now() - started).toBeLessThan(5_000);
      expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
      expect(await watch.changed()).toEqual([]);
    },
  );

  test('more bytes than may be held is a 413 before it is read to its end', async () => {
    const answer = await importing('theme', noise(LIMIT * 4));
    expect([answer.status, answer.text]).toEqual([413, expect.stringMatching(/large/i)]);
  });
});

test('S25, S61: an import over the uuid of something that the importer does not own changes nothing', async () => {
  const dataset = await makeDataset(house, 'numbers');
  const chart = await makeChart(house, dataset, 'theirs');
  const exported = await house.app.inject({
    method: 'GET',
    url: `/api/v1/chart/export/?q=!(${chart})`,
    headers: {
      authorization: `Bearer ${await house.services.tokens.issue('access', { userId: house.ids.admin, stamp: 0 })}`,
    },
  });
  expect(exported.statusCode).toBe(200);
  await house.as('admin', 'PUT', `/api/v1/chart/${chart}`, { body: { slice_name: 'renamed since' } });
  const watch = await watchRecords(house.services.db, 'sqlite');
  for (const who of ['gamma', 'alpha'] as const) {
    const answer = await importing('chart', exported.rawPayload, { who, overwrite: true });
    expect([who, answer.status]).toEqual([
      who,
      expect.toSatisfy((status: number) => status >= 400 && status < 500),
    ]);
    expect([who, await watch.changed()]).toEqual([who, []]);
  }
  const kept = await house.as('admin', 'GET', `/api/v1/chart/${chart}`);
  expect(member(kept.body, 'result', 'slice_name')).toBe('renamed since');
});

describe('F5: documents that are long to read', () => {
  const lines = (count: number, line: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => line(index)).join('\n');
  const document = (json_data: string) =>
    `theme_name: Long\njson_data:\n${json_data}\nuuid: 0b1a2c3d-0000-4000-8000-0000000000f5\nversion: 1.0.0\n`;
  /** What an import answers, and the longest time in milliseconds for which the server did nothing else. */
  async function imported(json_data: string) {
    let longest = 0;
    let last = performance.now();
    const watch = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 10);
    const archive = zipOf([METADATA, { name: 'b/themes/long.yaml', content: document(json_data) }]);
    last = performance.now();
    const answer = await importing('theme', archive);
    clearInterval(watch);
    return { status: answer.status, text: answer.text, longest };
  }

  test('a map of 80,000 keys is read, and the server goes on meanwhile', async () => {
    const { status, text, longest } = await imported(lines(80_000, (index) => `  k${index}: v`));
    expect([status, text]).toEqual([200, expect.anything()]);
    // It was 62 seconds.
    expect(longest).toBeLessThan(1_500);
  });

  test.each([
    ['keys', lines(150_000, (index) => `  k${index}: v`), 'at most 200000 is allowed'],
    ['items', `  a:\n${lines(120_000, (index) => `  - ${index}`)}`, 'at most 200000 is allowed'],
    [
      'items in one line',
      `  a: [${lines(220_000, (index) => `${index}`).replaceAll('\n', ',')}]`,
      'at most 200000 is allowed',
    ],
    ['aliases', `  a:\n${lines(5_000, (index) => `  - &a${index} 1`)}`, 'at most 1000 is allowed'],
    ['levels', `  a: ${'['.repeat(5_000)}${']'.repeat(5_000)}`, 'more than 1000 levels'],
    ['a name that stands twice', '  a: 1\n  a: 2', 'stands twice'],
  ])('too many %s are refused, and named', async (_what, json_data, reason) => {
    const { status, text, longest } = await imported(json_data);
    expect([status, text]).toEqual([422, expect.stringContaining(reason)]);
    expect(text).toContain('themes/long.yaml');
    expect(longest).toBeLessThan(1_500);
  });
});
