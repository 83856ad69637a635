import { expect, test } from 'vitest';
import { changedFields } from './changed-fields.ts';
import {
  metadataOf,
  shownMetadata,
  storedMetadata,
  validMetadata,
  withLabelColor,
} from './dashboard-document.ts';

const STORED = {
  color_scheme: 'd3Category10',
  color_scheme_domain: ['#1f77b4'],
  map_label_colors: { a: '#1f77b4' },
  refresh_frequency: 10,
};

test('what the installation keeps itself is neither shown nor lost', () => {
  expect(JSON.parse(shownMetadata(STORED))).toEqual({ refresh_frequency: 10 });
  expect(storedMetadata(STORED, '{"refresh_frequency": 60}', 'd3Category10')).toEqual({
    ...STORED,
    refresh_frequency: 60,
  });
});

test('another colour scheme brings its colours, and none leaves none', () => {
  const other = storedMetadata(STORED, shownMetadata(STORED), 'bnbColors');
  expect(other).toMatchObject({
    color_scheme: 'bnbColors',
    color_scheme_domain: expect.arrayContaining(['#29696B']),
    refresh_frequency: 10,
  });
  expect(other).not.toHaveProperty('map_label_colors');
  expect(storedMetadata(STORED, '{}', null)).toEqual({ color_scheme_domain: [] });
});

test('a label is given a colour, another one, and none', () => {
  const [one, both] = [
    withLabelColor('{"a":1}', 'ATL', '#111111'),
    '{"label_colors":{"ATL":"#1","ORD":"#2"}}',
  ];
  expect(JSON.parse(one)).toEqual({ a: 1, label_colors: { ATL: '#111111' } });
  expect(JSON.parse(withLabelColor(both, 'ATL', '#3'))).toEqual({ label_colors: { ORD: '#2', ATL: '#3' } });
  expect(JSON.parse(withLabelColor(both, 'ATL', undefined))).toEqual({ label_colors: { ORD: '#2' } });
});

test('damaged metadata opens as empty, and what is no object is refused', async () => {
  expect([metadataOf('{"a"'), metadataOf('[1]'), metadataOf(null)]).toEqual([{}, {}, {}]);
  await expect(validMetadata(null)({}, '{"a": 1}')).resolves.toBeUndefined();
  await expect(validMetadata(null)({}, '{"positions": {}, "color_scheme": "x"}')).rejects.toThrow(
    'color_scheme, positions',
  );
  await expect(validMetadata(null)({}, '[1]')).rejects.toThrow('begins with {');
  await expect(validMetadata(null)({}, '{"a"')).rejects.toThrow('This is no JSON');
});

test('only what differs is written', () => {
  const before = { name: 'a', owners: [1, 2], tags: [3], timeout: null };
  expect(changedFields(before, { name: 'b', owners: [2, 1], tags: [3, 4], timeout: null })).toEqual({
    name: 'b',
    tags: [3, 4],
  });
  expect(changedFields(before, before)).toEqual({});
});

test('a colour and a field of a filter box that cannot be read are refused, unless they were there before', async () => {
  const check = (document: object, stored?: object) =>
    validMetadata(stored ? JSON.stringify(stored) : null)({}, JSON.stringify(document));
  const colors = (color: string) => ({ label_colors: { ATL: color } });
  for (const good of ['#123', '#a1B2c3', 'rgb(1, 20,255)'])
    await expect(check(colors(good))).resolves.toBeUndefined();
  for (const bad of ['bluish', '#12345', 'rgb(1,2)', 'rgb(1,2,256)'])
    await expect(check(colors(bad))).rejects.toThrow(`Invalid color: ${bad}`);
  await expect(check(colors('red'), colors('red'))).resolves.toBeUndefined();
  const scopes = (chart: string) => ({ filter_scopes: { [chart]: { region: { scope: ['ROOT_ID'] } } } });
  await expect(check(scopes('12'))).resolves.toBeUndefined();
  await expect(check(scopes('box'))).rejects.toThrow('Cannot parse invalid filter key: box_region');
  await expect(check(scopes('box'), scopes('box'))).resolves.toBeUndefined();
  const defaults = { default_filters: '{"12x": {"region": ["East"]}}' };
  await expect(check(defaults)).rejects.toThrow('Cannot parse invalid filter key: 12x_region');
  await expect(check({ default_filters: '{"12": {"": []}}' })).rejects.toThrow('invalid filter key: 12_');
});
