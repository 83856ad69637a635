import { describe, expect, test } from 'vitest';
import { channelsOf, withAlpha } from './channels.ts';

describe('the parts of a colour', () => {
  test.each([
    ['#fff', [255, 255, 255, 1]],
    ['#00D1c1', [0, 209, 193, 1]],
    ['white', [255, 255, 255, 1]],
    ['rgb(1, 2, 3)', [1, 2, 3, 1]],
    ['rgba(1, 2, 3, 0.5)', [1, 2, 3, 0.5]],
    ['hsl(0, 100%, 50%)', [255, 0, 0, 1]],
    ['transparent', [0, 0, 0, 0]],
    ['no colour', [0, 0, 0, 1]],
  ])('%s', (color, parts) => {
    expect(channelsOf(color)).toEqual(parts);
  });

  test('are kept at another opacity', () => {
    expect(withAlpha('white', 0.3)).toBe('rgba(255, 255, 255, 0.3)');
  });
});
