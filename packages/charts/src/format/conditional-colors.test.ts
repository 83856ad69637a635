import { expect, it } from 'vitest';
import { colorRules, readableOn, ruleBackground, ruleColor } from './conditional-colors.ts';

const palette = { dark: false, colorSuccess: '#00aa00', colorError: '#aa0000' };
const values = [0, 10, 20];
const rulesOf = (...rules: object[]) =>
  colorRules(
    rules.map((rule) => ({ column: 'n', colorScheme: '#123456', ...rule })),
    palette,
    () => values,
  );

it.each([
  ['>', { targetValue: 10 }, 20, 1],
  ['>', { targetValue: 10 }, 15, 0.53],
  ['>', { targetValue: 10 }, 10, undefined],
  ['≥', { targetValue: 10 }, 10, 0.05],
  ['<', { targetValue: 10 }, 0, 1],
  ['≤', { targetValue: 10 }, 10, 0.05],
  ['=', { targetValue: 10 }, 10, 1],
  ['≠', { targetValue: 15 }, 0, 1],
  ['≠', { targetValue: 15 }, 15, undefined],
  ['< x <', { targetValueLeft: 0, targetValueRight: 20 }, 10, 0.53],
  ['< x <', { targetValueLeft: 0, targetValueRight: 20 }, 20, undefined],
  ['≤ x <', { targetValueLeft: 0, targetValueRight: 20 }, 0, 0.05],
  ['< x ≤', { targetValueLeft: 0, targetValueRight: 20 }, 20, 1],
  ['≤ x ≤', { targetValueLeft: 0, targetValueRight: 20 }, 20, 1],
  ['None', {}, 0, 0],
  ['None', {}, 10, 0.5],
])('colours by %s %j: %d → %s', (operator, target, value, strength) => {
  expect(rulesOf({ operator, ...target })[0]?.strength(value)).toBe(strength);
});

it('ignores rules without a target or a column', () => {
  expect(
    rulesOf(
      { operator: '>' },
      { operator: '< x <', targetValueLeft: 1 },
      { operator: '>', targetValue: 1, column: '' },
    ),
  ).toEqual([]);
  expect(colorRules(null, palette, () => values)).toEqual([]);
});

it('lets the last matching rule win and writes the strength as opacity', () => {
  const rules = rulesOf(
    { operator: '>', targetValue: -1 },
    { operator: '=', targetValue: 10, colorScheme: 'colorSuccessBg' },
  );
  expect(ruleBackground(rules, 'n', 10)).toBe('#a5d6a7ff');
  expect(ruleBackground(rules, 'n', 20)).toBe('#123456ff');
  expect(ruleBackground(rules, 'other', 20)).toBeUndefined();
  expect(ruleColor(rules, 'n', 10)).toBe('#00aa00');
});

it.each([
  ['#000000ff', '#ffffff', false, '#ffffff'],
  ['#0000000d', '#ffffff', false, undefined],
  ['#a5d6a7ff', '#ffffff', false, undefined],
  ['#a5d6a7ff', '#15191e', true, '#1f2328'],
  ['#fff', '#15191e', true, '#1f2328'],
  ['#2e6b31ff', '#15191e', true, undefined],
  ['red', '#ffffff', false, undefined],
])('keeps texts readable on %s over %s', (background, page, dark, color) => {
  expect(readableOn(background, page, dark)).toBe(color);
});
