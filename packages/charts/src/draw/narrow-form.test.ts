import { expect, it } from 'vitest';
import { LIGHT_THEME } from '../testing/draw-example.ts';
import { legendOption } from './legend.ts';
import { narrowForm } from './narrow-form.ts';

const form = { datasource: '1__table', viz_type: 'pie', legendOrientation: 'right', legendMargin: 200 };

it('puts a legend above a picture that has no room beside it', () => {
  expect(narrowForm(form, 200)).toMatchObject({ legendOrientation: 'top', legendMargin: null });
  expect(narrowForm(form, 600)).toBe(form);
  expect(narrowForm({ ...form, legendOrientation: 'bottom' }, 200)).toMatchObject({ legendMargin: 200 });
});

it('cuts names that would lie over the picture, and leaves the others', () => {
  const { formatter } = legendOption({ form, names: ['a'.repeat(300)], theme: LIGHT_THEME });
  if (typeof formatter !== 'function') throw new Error('long names are cut');
  expect(formatter('a'.repeat(300))).toMatch(/^a{10,40}…$/);
  expect(formatter('short')).toBe('short');
  expect(legendOption({ form, names: ['short'], theme: LIGHT_THEME }).formatter).toBeUndefined();
});
