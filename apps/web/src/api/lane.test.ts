import { expect, it } from 'vitest';
import { Lane } from './lane.ts';

it('lets as many happen at a time as it was told, in order, and those that are given up never', async () => {
  const lane = new Lane(2);
  const begun: number[] = [];
  const ends = [0, 1, 2, 3, 4].map(() => Promise.withResolvers<void>());
  const leaves = ends.map(() => new AbortController());
  const all = ends.map((end, at) =>
    lane.run(leaves[at]?.signal ?? AbortSignal.abort(), async () => {
      begun.push(at);
      await end.promise;
      return at;
    }),
  );
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  leaves[2]?.abort(new Error('left'));
  await expect(all[2]).rejects.toThrow('left');
  ends[1]?.resolve();
  expect(await all[1]).toBe(1);
  await expect.poll(() => begun).toEqual([0, 1, 3]);
  ends[0]?.reject(new Error('broken'));
  await expect(all[0]).rejects.toThrow('broken');
  ends[3]?.resolve();
  ends[4]?.resolve();
  expect(await Promise.all([all[3], all[4]])).toEqual([3, 4]);
});
