import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openRecords, type Records } from '../records/records.ts';
import type { Tables } from '../records/tables.ts';
import { ownSchema, RECORD_KINDS } from '../testing/test-app.ts';
import { ListChanges } from './list-changes.ts';

const dated = { created_on: '2020', changed_on: '2020', created_by_id: null, changed_by_id: null };
const tag = (name: string) => ({ ...dated, name, type: 1, description: null });

/** Makes tags, and tells their ids. */
async function tagged(db: Kysely<Tables>, ...names: string[]): Promise<number[]> {
  const rows = await db.insertInto('tags').values(names.map(tag)).returning('id').execute();
  return rows.map(({ id }) => id);
}

describe.each(RECORD_KINDS)('changes of lists on %s', (kind) => {
  let records: Records;
  let drop: (() => Promise<void>) | undefined;
  beforeEach(async () => {
    const store = kind === 'postgres' ? await ownSchema() : undefined;
    drop = store?.drop;
    records = await openRecords(store?.url ?? 'sqlite://:memory:');
  });
  afterEach(async () => {
    await records.close();
    await drop?.();
  });

  test('every server is told each row that changed and how many rows there are', async () => {
    const { db } = records;
    const [one, other] = [new ListChanges(db), new ListChanges(db)];
    const before = await one.now();
    expect((await other.now()).totals.get('tags')).toBe(0);
    const ids = await tagged(db, 'a', 'b');
    const after = await one.now();
    expect(after.totals.get('tags')).toBe(2);
    expect(one.since(before.at)).toEqual(ids.map((id) => ({ name: 'tags.id', id })));
    expect(one.since(after.at)).toEqual([]);
    await db
      .insertInto('tagged_objects')
      .values({ tag_id: ids[0] ?? 0, object_type: 2, object_id: 70 })
      .execute();
    await db.updateTable('tagged_objects').set({ object_id: 71 }).execute();
    await db.deleteFrom('tags').where('name', '=', 'a').execute();
    expect((await other.now()).totals.get('tags')).toBe(1);
    const told = other.since(before.at)?.map(({ name, id }) => `${name} ${id}`);
    expect(new Set(told)).toEqual(
      new Set([
        ...ids.map((id) => `tags.id ${id}`),
        'tagged_objects.object_id 70',
        'tagged_objects.object_id 71',
      ]),
    );
    // Nothing is told twice.
    expect((await one.now()).at).toBe((await one.now()).at);
  });

  test('who has slept longer than changes are noted knows that it knows nothing', async () => {
    const { db } = records;
    const [awake, asleep] = [new ListChanges(db), new ListChanges(db)];
    await awake.now();
    const before = await asleep.now();
    let made = 0;
    const make = async () => {
      await tagged(db, ...Array.from({ length: 300 }, (_each, at) => `${made + at}`));
      made += 300;
      return awake.now();
    };
    for (let turn = 0; turn < 12; turn += 1) {
      const { at } = await make();
      expect(awake.since(at - 300)).toHaveLength(300);
    }
    // What a transaction elsewhere on the server may not know of yet stays until it has ended.
    const notes = async () => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from list_changed_rows`.execute(db);
      if (Number(rows[0]?.n) >= 2_500) await make();
      return Number(rows[0]?.n);
    };
    await expect.poll(notes, { timeout: 60_000, interval: 500 }).toBeLessThan(2_500);
    expect((await asleep.now()).totals.get('tags')).toBe(made);
    expect(asleep.since(before.at)).toBeUndefined();
    const { at } = await asleep.now();
    const [id = 0] = await tagged(db, 'last');
    await asleep.now();
    expect(asleep.since(at)).toEqual([{ name: 'tags.id', id }]);
  });

  test('asked by many at once, everybody is told what had changed before', async () => {
    const { db } = records;
    const changes = new ListChanges(db);
    const { at } = await changes.now();
    const told = await Promise.all(
      Array.from({ length: 20 }, async (_each, turn) => {
        const [id = 0] = await tagged(db, `many ${turn}`);
        await changes.now();
        return changes.since(at)?.some((change) => change.id === id);
      }),
    );
    expect(told).toEqual(Array.from({ length: 20 }, () => true));
  });
});

describe.each(RECORD_KINDS.filter((kind) => kind === 'postgres'))('changes of several writers on %s', () => {
  test('what is committed later than what was noted after it is told all the same', async () => {
    const store = await ownSchema();
    const { db, close } = await openRecords(store.url);
    try {
      const changes = new ListChanges(db);
      const before = await changes.now();
      const [slow, quick] = await db.transaction().execute(async (records) => {
        const first = await tagged(records, 'slow');
        const second = await tagged(db, 'quick');
        await changes.now();
        return [first, second];
      });
      const seen = changes.since(before.at);
      expect(seen).toEqual(quick.map((id) => ({ name: 'tags.id', id })));
      const { totals } = await changes.now();
      expect(totals.get('tags')).toBe(2);
      expect(changes.since(before.at)).toEqual([...quick, ...slow].map((id) => ({ name: 'tags.id', id })));
    } finally {
      await close();
      await store.drop();
    }
  });

  test('a statement that changes very many rows has changed the table', async () => {
    const store = await ownSchema();
    const { db, close } = await openRecords(store.url);
    try {
      const changes = new ListChanges(db);
      const before = await changes.now();
      await tagged(db, ...Array.from({ length: 900 }, (_each, at) => `tag ${at}`));
      await changes.now();
      expect(changes.since(before.at)).toEqual([{ name: 'tags.id', id: null }]);
    } finally {
      await close();
      await store.drop();
    }
  });
});
