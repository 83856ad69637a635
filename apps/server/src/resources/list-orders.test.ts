import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placed } from './list-orders.ts';

/** Rows by id with what they are sorted by. */
const rows = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 0, max: 50 })), {
  selector: ([id]) => id,
  maxLength: 3_000,
  size: 'max',
});

const inOrder = (table: ReadonlyMap<number, number>) => (ids: Iterable<number>) =>
  [...ids].filter((id) => table.has(id)).sort((a, b) => (table.get(a) ?? 0) - (table.get(b) ?? 0) || a - b);

test('rows that changed, came or went are put where they belong', async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.array(fc.tuple(fc.nat(), fc.option(fc.nat({ max: 50 }))), { maxLength: 20 }),
      async (before, changes) => {
        const table = new Map(before);
        const ids = Int32Array.from(inOrder(table)(table.keys()));
        const changed = changes.map(([at, key]) => {
          // Some are new.
          const id = before[at % (before.length + 1)]?.[0] ?? 100_001 + (at % 5);
          if (key === null) table.delete(id);
          else table.set(id, key);
          return id;
        });
        const touched = [...new Set(changed)];
        let asked = 0;
        const result = await placed(ids, touched, async (some) => {
          asked += 1;
          return inOrder(table)(some);
        });
        expect([...(result ?? [])]).toEqual(inOrder(table)(table.keys()));
        expect(asked).toBeLessThan(5);
      },
    ),
    { numRuns: 60, interruptAfterTimeLimit: 20_000 },
  );
});

test('nothing is said when neighbours go meanwhile', async () => {
  const ids = Int32Array.from({ length: 500 }, (_each, at) => at + 1);
  expect(
    await placed(ids, [1_000], async (some) => some.filter((id) => id === 1_000 || id < 100)),
  ).toBeUndefined();
});
