import { expect, test } from 'vitest';
import { lookAt, lookTransform, scaledLook, WHOLE_MAP } from './map-look.ts';

test('the place under the pointer stays where it is', () => {
  const look = scaledLook(WHOLE_MAP, 2, 100, 50);
  expect(look).toEqual({ scale: 2, x: -100, y: -50 });
  expect(100 * look.scale + look.x).toBe(100);
  expect(scaledLook(look, 0.5, 10, 10)).toEqual(WHOLE_MAP);
  expect(scaledLook(WHOLE_MAP, 1e9, 0, 0).scale).toBe(40);
});

test('a thing comes into the middle of the picture', () => {
  const look = lookAt({ x: 10, y: 10, width: 20, height: 10 }, 200, 100);
  expect(look.scale).toBeCloseTo(6);
  expect(20 * look.scale + look.x).toBeCloseTo(100);
  expect(lookAt({ x: 0, y: 0, width: 0, height: 0 }, 200, 100).scale).toBe(40);
  expect(lookTransform(WHOLE_MAP)).toBe('translate(0 0) scale(1)');
});
