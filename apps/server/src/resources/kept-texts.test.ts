import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillRecords } from '../testing/large-records.ts';
import { openTestApp, RECORD_KINDS, type TestApp } from '../testing/test-app.ts';
import { KeptTexts, type TextPart } from './kept-texts.ts';
import { ListChanges } from './list-changes.ts';

const SEARCHED = ['slice_name', 'description', 'viz_type'];
const PARTS: TextPart[] = [
  ...['sales', 'SAL', 'e', '%', '_', "it's", 'number 51', 'deck_', 'zzqx'].map((text) => ({
    columns: SEARCHED,
    text,
    how: 'ct',
  })),
  { columns: ['slice_name'], text: 'sales', how: 'sw' },
  { columns: ['slice_name'], text: '99', how: 'ew' },
  { columns: ['viz_type'], text: 'deck', how: 'ct' },
];

describe.each(RECORD_KINDS)('texts of long lists on %s', (kind) => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp(kind);
    const { db } = house.services;
    await fillRecords({ db, kind }, house.uploads, {
      users: 20,
      datasets: 20,
      charts: 5_300,
      dashboards: 40,
      logs: 10,
    });
  }, 120_000);
  afterAll(() => house.close());

  /** What reading every row finds. */
  async function plainly({ columns, text, how }: TextPart): Promise<number[]> {
    const rows = await house.services.db.selectFrom('charts').selectAll().execute();
    const part = text.toLowerCase();
    const fits = (value: string) =>
      how === 'sw' ? value.startsWith(part) : how === 'ew' ? value.endsWith(part) : value.includes(part);
    const texts = (row: (typeof rows)[number]) =>
      [row.slice_name, row.description, row.viz_type].filter((_text, at) =>
        columns.includes(SEARCHED[at] ?? ''),
      );
    return rows
      .filter((row) => texts(row).some((value) => value !== null && fits(value.toLowerCase())))
      .map(({ id }) => id);
  }

  test('parts of them are found as the store finds them, also after changes', async () => {
    const { db } = house.services;
    const changes = new ListChanges(db);
    const texts = new KeptTexts(db, changes);
    const [part] = PARTS;
    if (!part) throw new Error('there is no part to look for');
    texts.prepare('charts', SEARCHED, await changes.now());
    expect(await texts.ids('charts', part)).toBeUndefined();
    await texts.settled();
    const agree = async () => {
      await changes.now();
      for (const each of PARTS)
        expect(new Set(await texts.ids('charts', each)), each.text).toEqual(new Set(await plainly(each)));
    };
    await agree();
    expect(await texts.ids('charts', { ...part, text: 'é' })).toBeUndefined();
    await db
      .updateTable('charts')
      .set({ slice_name: "It's 100 % of SALES_99", description: null })
      .where('id', 'in', [5, 6, 5_000])
      .execute();
    await db.deleteFrom('charts').where('id', 'in', [1, 70, 5_300]).execute();
    const { id: _, ...like } = await db
      .selectFrom('charts')
      .selectAll()
      .where('id', '=', 8)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('charts')
      .values({ ...like, uuid: randomUUID(), slice_name: 'sales zzqx' })
      .execute();
    await db
      .insertInto('charts')
      .values({ ...like, id: 70, uuid: randomUUID(), slice_name: 'number 51' })
      .execute();
    await agree();
    // After more changes than are followed they are read again.
    await db.updateTable('charts').set({ slice_name: 'sales of all' }).execute();
    await changes.now();
    expect(await texts.ids('charts', part)).toBeUndefined();
    texts.prepare('charts', SEARCHED, await changes.now());
    await texts.settled();
    await agree();
  }, 60_000);

  test('those of short lists are left to the store', async () => {
    const changes = new ListChanges(house.services.db);
    const texts = new KeptTexts(house.services.db, changes);
    texts.prepare('dashboards', ['slug'], await changes.now());
    await texts.settled();
    expect(await texts.ids('dashboards', { columns: ['slug'], text: 'board', how: 'ct' })).toBeUndefined();
  });
});
