import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inTime } from './in-time.ts';

test('what comes in time is what it is; what comes later is late', async () => {
  expect(await inTime(Promise.resolve('there'), 1_000, 'late')).toBe('there');
  expect(await inTime(pause(5_000, 'there', { ref: false }), 5, 'late')).toBe('late');
});

test('what fails in time fails', async () => {
  await expect(inTime(Promise.reject(new Error('broken')), 1_000, 'late')).rejects.toThrow('broken');
});
