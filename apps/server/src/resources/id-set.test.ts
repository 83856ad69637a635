import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdSet, idsIn } from './id-set.ts';

const ids = fc.array(fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 2 ** 31 - 1 })));
const sorted = (each: Iterable<number>) => [...new Set(each)].sort((a, b) => a - b);

test('sets of ids are as sets are', () => {
  fc.assert(
    fc.property(ids, ids, (some, others) => {
      const [left, right] = [new Set(some), new Set(others)];
      const [a, b] = [IdSet.of(some), IdSet.of(others)];
      expect(sorted(a)).toEqual(sorted(left));
      expect(a.size).toBe(left.size);
      expect(sorted(a.and(b))).toEqual(sorted(some.filter((id) => right.has(id))));
      expect(sorted(a.or(b))).toEqual(sorted([...some, ...others]));
      expect(sorted(a.without(b))).toEqual(sorted(some.filter((id) => !right.has(id))));
      for (const id of others) expect(a.has(id)).toBe(left.has(id));
    }),
  );
});

test('a set is settled for some ids and stays what it was', () => {
  fc.assert(
    fc.property(ids, ids, fc.array(fc.boolean(), { minLength: 1 }), (some, touched, stays) => {
      const before = IdSet.of(some);
      const present = new Set(touched.filter((_id, at) => stays[at % stays.length]));
      const expected = [...some.filter((id) => !touched.includes(id)), ...present];
      expect(sorted(before.settled(touched, present))).toEqual(sorted(expected));
      expect(sorted(before)).toEqual(sorted(some));
    }),
  );
});

test('ids are read from one text', () => {
  fc.assert(
    fc.property(ids, (some) => {
      expect([...idsIn(some.join(','))]).toEqual(some);
    }),
  );
  expect([...idsIn(null)]).toEqual([]);
});
