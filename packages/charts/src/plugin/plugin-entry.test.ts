import { expect, test, vi } from 'vitest';
import { exampleResult } from '../example-result.ts';
import { drawExample } from '../testing/draw-example.ts';
import { pluginEntry } from './plugin-entry.ts';

const SAMPLE = new URL('../../../../examples/plugin/dots.js', import.meta.url).href;
const PLACE = { key: 'dots', name: 'Dots', bundle_url: 'https://charts.example.org/dots.js' };
const SOUND = { controls: { sections: [] }, question: () => ({}), draw: () => ({}) };
const given = (made: unknown) => pluginEntry(PLACE, async () => ({ default: () => made }));

test('the sample asks and draws like a type of the product', async () => {
  const entry = pluginEntry(PLACE, () => import(SAMPLE));
  expect(entry).toMatchObject({ key: 'dots', name: 'Dots', behaviors: [] });
  const { chart } = await entry.load();
  expect(entry.behaviors).toContain('DRILL_BY');
  const form = { datasource: '1__table', viz_type: 'dots', groupby: ['genre'], metric: 'count' };
  const { queries } = chart.question(form, {});
  expect(queries).toMatchObject([{ columns: ['genre'], metrics: ['count'], orderby: [['count', false]] }]);
  const results = [
    exampleResult({ genre: 1, count: 0 }, [
      ['Drama', 7],
      [null, 3],
    ]),
  ];
  const drawing = drawExample(chart, { form, results });
  if (drawing.kind !== 'echarts') throw new Error('It draws no picture.');
  expect(drawing.option).toMatchObject({
    series: [{ data: [{ value: [7, 'Drama'] }, { value: [3, '<NULL>'] }] }],
  });
  expect(drawing.crossFilter?.({ name: '<NULL>' })?.filters).toEqual([{ col: 'genre', op: 'IS NULL' }]);
  expect((await entry.about()).about).toMatchObject({ category: 'Ranking' });
});

test.each<[string, object]>([
  ['no function', {}],
  ['gives back no object', { default: () => 7 }],
  ['no function "draw"', { default: () => ({ ...SOUND, draw: 'me' }) }],
  ['"controls"', { default: () => ({ ...SOUND, controls: { sections: [{ label: 'Query' }] } }) }],
  ['"behaviors"', { default: () => ({ ...SOUND, behaviors: ['FLY'] }) }],
  ['"about.category"', { default: () => ({ ...SOUND, about: { category: 'Mine' } }) }],
  ['"view"', { default: () => ({ ...SOUND, view: 'me' }) }],
  [
    'Out of dots.',
    {
      default: () => {
        throw new Error('Out of dots.');
      },
    },
  ],
])('what is wrong with a module is said by name: %s', async (reason, module) => {
  const entry = pluginEntry(PLACE, async () => module);
  await expect(entry.load()).rejects.toThrow(
    'The plugin "Dots" (dots) could not be loaded from https://charts.example.org/dots.js.',
  );
  await expect(entry.load()).rejects.toThrow(reason);
  expect((await entry.about()).about.description).toContain(reason);
});

test('a module that does not come is given up, and asked for again', async () => {
  vi.useFakeTimers();
  let asked = 0;
  const entry = pluginEntry(PLACE, () => {
    asked += 1;
    return asked === 1 ? new Promise(() => undefined) : Promise.resolve({ default: () => SOUND });
  });
  const first = expect(entry.load()).rejects.toThrow('It did not answer within 10 s.');
  await vi.advanceTimersByTimeAsync(10_000);
  await first;
  vi.useRealTimers();
  expect((await entry.load()).chart.key).toBe('dots');
  expect(asked).toBe(2);
});

test('one without words for the gallery is shown all the same', async () => {
  expect((await given(SOUND).about()).about).toMatchObject({ category: null, tags: [], description: '' });
});
