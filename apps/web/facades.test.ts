import { expect, test } from 'vitest';
import { facadesIn, withTargets } from './facades.ts';

type Bundle = Parameters<typeof facadesIn>[0];

/** Built files by their names, as far as facades are about them. */
function bundleOf(codes: Record<string, string>): Bundle {
  const files = Object.entries(codes).map(([fileName, code]) => [
    fileName,
    { type: 'chunk', fileName, code, isEntry: false },
  ]);
  return Object.fromEntries(files);
}

const FACADE = 'export{r as chart,t as Other}from"./charts-B1.js";';

test('a file that only hands on is found, others are not', () => {
  const found = facadesIn(
    bundleOf({ 'a/pie-X.js': FACADE, 'a/real-Y.js': 'import"./charts-B1.js";export{t as chart};' }),
  );
  expect([...found]).toEqual([
    [
      'a/pie-X.js',
      {
        target: 'a/charts-B1.js',
        names: [
          ['chart', 'r'],
          ['Other', 't'],
        ],
      },
    ],
  ]);
});

test('whoever loads it loads what is behind it, under the same names', () => {
  const facades = facadesIn(bundleOf({ 'a/pie-X.js': FACADE }));
  const code = 'const deps=["a/pie-X.js"];load(()=>import(`./pie-X.js`),deps([0]))';
  expect(withTargets(code, facades)).toBe(
    'const deps=["a/charts-B1.js"];load(()=>import("./charts-B1.js").then(m=>({chart:m.r,Other:m.t})),deps([0]))',
  );
});

test('a mention that it does not know ends the build', () => {
  const facades = facadesIn(bundleOf({ 'a/pie-X.js': FACADE }));
  expect(() => withTargets('import{chart}from"./pie-X.js"', facades)).toThrow(
    'pie-X.js is meant in a way that cannot be led on to a/charts-B1.js.',
  );
});
