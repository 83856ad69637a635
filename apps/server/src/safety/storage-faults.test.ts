import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { tidyAfterCrash } from '../after-a-crash.ts';
import { openRecords } from '../records/records.ts';
import { sendForm } from '../testing/form-calls.ts';
import { holdRecords } from '../testing/held-records.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { member, memberId } from '../testing/things.ts';

/** Numbers are those of the contract's catalogue of safety cases. */
const MEGABYTE = 2 ** 20;

async function makeDashboard(house: TestApp, dashboard_title: string): Promise<number> {
  const answer = await house.as('admin', 'POST', '/api/v1/dashboard/', {
    body: { dashboard_title, css: '.old{}' },
  });
  expect(answer).toMatchObject({ status: 201 });
  return memberId(answer.body);
}

function saveCss(house: TestApp, id: number, css: string) {
  return house.as('admin', 'PUT', `/api/v1/dashboard/${id}`, { body: { css } });
}

async function cssOf(house: TestApp, id: number): Promise<unknown> {
  return member((await house.as('admin', 'GET', `/api/v1/dashboard/${id}`)).body, 'result', 'css');
}

function integrity(path: string): unknown {
  const file = new DatabaseSync(path, { readOnly: true });
  try {
    return file.prepare('PRAGMA integrity_check').get();
  } finally {
    file.close();
  }
}

describe('records that another process holds', () => {
  const held = holdRecords();

  test('a save says that they are in use and changes nothing; reading goes on; the next save works', async () => {
    const { house, other } = held();
    const id = await makeDashboard(house, 'locked');
    other.exec('BEGIN IMMEDIATE');
    const refused = await saveCss(house, id, '.new{}');
    expect([refused.status, refused.text]).toEqual([
      503,
      expect.stringMatching(/records are in use by another process/),
    ]);
    expect(await cssOf(house, id)).toBe('.old{}');
    expect((await house.as('nobody', 'GET', '/health')).status).toBe(200);
    other.exec('ROLLBACK');
    expect((await saveCss(house, id, '.new{}')).status).toBe(200);
    expect(await cssOf(house, id)).toBe('.new{}');
  });

  test('several things in one save are all there or none', async () => {
    const { house, other } = held();
    other.exec('BEGIN IMMEDIATE');
    const answer = await house.as('admin', 'POST', '/api/v1/dashboard/', {
      body: { dashboard_title: 'half', owners: [house.ids.alpha] },
    });
    expect(answer.status).toBe(503);
    other.exec('ROLLBACK');
    const left = await house.services.db
      .selectFrom('dashboards')
      .select('id')
      .where('dashboard_title', '=', 'half')
      .execute();
    expect(left).toEqual([]);
    const owners = house.services.db
      .selectFrom('dashboard_owners')
      .leftJoin('dashboards', 'dashboards.id', 'dashboard_id');
    expect(await owners.select('dashboard_id').where('dashboards.id', 'is', null).execute()).toEqual([]);
  });
});

describe('records that cannot be opened', () => {
  const folders: string[] = [];
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), 'chartroom-records-'));
    folders.push(made);
    return made;
  };
  afterAll(() => {
    for (const each of folders) rmSync(each, { recursive: true, force: true });
  });

  test('S99: a damaged file stops the start, is named, and stays as it is', async () => {
    const path = join(folder(), 'records.sqlite');
    const junk = 'this is no database '.repeat(500);
    writeFileSync(path, junk);
    await expect(openRecords(`sqlite://${path}`)).rejects.toThrow(
      /records at .*records\.sqlite cannot be opened/,
    );
    copyFileSync(path, `${path}.seen`);
    expect(execFileSync('cat', [`${path}.seen`], { encoding: 'utf8' })).toBe(junk);
  });

  test('S97: records of a newer product are refused and stay as they are', async () => {
    const path = join(folder(), 'records.sqlite');
    await (await openRecords(`sqlite://${path}`)).close();
    const file = new DatabaseSync(path);
    file.exec("INSERT INTO kysely_migration (name, timestamp) VALUES ('9999_from_the_future', '2099-01-01')");
    file.close();
    await expect(openRecords(`sqlite://${path}`)).rejects.toThrow(/cannot be opened.*9999_from_the_future/s);
    expect(Object.values(integrity(path) ?? {})).toEqual(['ok']);
  });

  test('a folder that is none is named', async () => {
    await expect(openRecords(`sqlite://${join(folder(), 'nowhere', 'records.sqlite')}`)).rejects.toThrow(
      /nowhere\/records\.sqlite cannot be opened/,
    );
  });
});

test('S113: queries of a server that was killed have failed, those that had ended stay as they were', async () => {
  const house = await openTestApp('sqlite');
  const execute = (client_id: string) =>
    house.as('admin', 'POST', '/api/v1/sqllab/execute/', {
      body: { database_id: house.uploads, sql: 'SELECT 1', client_id },
    });
  expect((await execute('ended')).status).toBe(200);
  expect((await execute('running')).status).toBe(200);
  await house.services.db
    .updateTable('queries')
    .set({ status: 'running', end_time: null })
    .where('client_id', '=', 'running')
    .execute();
  const incoming = join(house.services.config.HOME, 'incoming');
  mkdirSync(incoming, { recursive: true });
  writeFileSync(join(incoming, 'left.csv'), 'a');
  await tidyAfterCrash(house.services);
  const kept = await house.services.db
    .selectFrom('queries')
    .select(['client_id', 'status', 'error_message'])
    .orderBy('client_id')
    .execute();
  expect(kept).toEqual([
    { client_id: 'ended', status: 'success', error_message: null },
    { client_id: 'running', status: 'failed', error_message: expect.stringMatching(/server stopped/) },
  ]);
  expect(existsSync(incoming)).toBe(false);
  expect((await execute('running')).status).toBe(200);
  await house.close();
});

/** A small disk of its own, or undefined with a word about it where this process may not mount one. */
function mountSmallDisk(): string | undefined {
  const place = mkdtempSync(join(tmpdir(), 'chartroom-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', place], { stdio: 'pipe' });
    return place;
  } catch (error) {
    rmSync(place, { recursive: true, force: true });
    console.warn(
      `NOT TESTED: "S91: a full disk". A small disk cannot be mounted here: ${error instanceof Error ? error.message : error}`,
    );
    return undefined;
  }
}

const disk = mountSmallDisk();

describe.runIf(disk)('S91: a full disk', () => {
  let house: TestApp;
  const filler = join(disk ?? '', 'filler');
  beforeAll(async () => {
    house = await openTestApp('sqlite', { parent: disk ?? '' });
  });
  afterEach(() => rmSync(filler, { force: true }));
  afterAll(async () => {
    await house?.close();
    if (disk) execFileSync('umount', ['-l', disk]);
    if (disk) rmSync(disk, { recursive: true, force: true });
  });

  /** Leaves some bytes free. */
  function fill(left: number): void {
    const { bavail, bsize } = statfsSync(disk ?? '');
    const size = bavail * bsize - left;
    if (size > 0) writeFileSync(filler, Buffer.alloc(size));
  }

  test('S91: saves say so, what was there stays, and room makes them work again', async () => {
    const id = await makeDashboard(house, 'full');
    // What the log has room for already would be written all the same.
    await sql`pragma wal_checkpoint(truncate)`.execute(house.services.db);
    fill(64 * 1024);
    let kept = '.old{}';
    let refused = 0;
    for (let round = 0; round < 60 && refused < 5; round += 1) {
      const css = `.c${round}{${'x'.repeat(20_000)}}`;
      const answer = await saveCss(house, id, css);
      if (answer.status === 200) kept = css;
      else {
        refused += 1;
        expect([answer.status, answer.text]).toEqual([
          503,
          expect.stringMatching(/disk is full.*Nothing was saved/),
        ]);
      }
    }
    expect(refused).toBeGreaterThan(0);
    expect(await cssOf(house, id)).toBe(kept);
    rmSync(filler);
    expect((await saveCss(house, id, '.new{}')).status).toBe(200);
    expect(await cssOf(house, id)).toBe('.new{}');
    const copy = join(tmpdir(), `chartroom-copy-${process.pid}.sqlite`);
    await sql`VACUUM INTO ${copy}`.execute(house.services.db);
    expect(Object.values(integrity(copy) ?? {})).toEqual(['ok']);
    rmSync(copy);
  });

  test('S91: a file that does not fit is refused by name, and nothing of it stays', async () => {
    fill(2 * MEGABYTE);
    const drop = (name: string, content: string) =>
      sendForm(house, '/api/v1/files/', { file: { name, content } });
    const answer = await drop('big.csv', `a,b\n${'123456,abcdef\n'.repeat(300_000)}`);
    expect([answer.status, answer.text]).toEqual([503, expect.stringMatching(/disk is full/)]);
    const { bavail, bsize } = statfsSync(disk ?? '');
    expect(bavail * bsize).toBeGreaterThan(MEGABYTE);
    rmSync(filler);
    const taken = await drop('small.csv', 'a\n1\n');
    expect([taken.status, taken.text]).toEqual([200, expect.stringContaining('small')]);
  });
});
