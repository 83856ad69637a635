import { describe, expect, test } from 'vitest';
import { openTestApp, RECORD_KINDS } from '../testing/test-app.ts';
import { byIds } from './by-ids.ts';

describe.each(RECORD_KINDS)('rows by their ids on %s', (kind) => {
  test('more ids than a statement takes are asked in pieces, each id once', async () => {
    const house = await openTestApp(kind);
    const { db } = house.services;
    const [first] = await db.selectFrom('users').select('id').execute();
    const ids = [
      ...Array.from({ length: 70_000 }, (_, at) => at + 1_000_000),
      first?.id ?? 0,
      null,
      first?.id ?? 0,
    ];
    let asked = 0;
    const found = await byIds(ids, (some) => {
      asked += some.length;
      return db.selectFrom('users').select('id').where('id', 'in', some).execute();
    });
    expect(found).toEqual([first]);
    expect(asked).toBe(70_001);
    await house.close();
  });
});
