import { expect, it } from 'vitest';
import { exampleResult } from '../example-result.ts';
import {
  nodeFilter,
  nodeFinder,
  nodeLabel,
  nodeOpacity,
  nodePoint,
  shareOf,
  type TreeNode,
  treeOfRows,
} from './tree-of-rows.ts';

const REQUEST = { dimensions: ['country', 'city'], metric: 'sales', whole: 'Sales' };

function tree(rows: (string | number | null)[][], request: Partial<Parameters<typeof treeOfRows>[1]> = {}) {
  const result = exampleResult({ country: 1, city: 1, sales: 0, costs: 0 }, rows);
  return treeOfRows(result, { ...REQUEST, ...request });
}

const outline = (nodes: readonly TreeNode[]): unknown =>
  nodes.map(({ name, value, children }) =>
    children.length > 0 ? [name, value, outline(children)] : [name, value],
  );

const BRISTOL_TWICE = [
  ['UK', 'Bristol', 3, 1],
  ['US', 'Bristol', 5, 2],
  ['UK', 'Bath', 4, 8],
];

it('gathers rows by one dimension within the other and adds them up', () => {
  const nodes = tree(BRISTOL_TWICE, { secondary: 'costs' });
  expect(outline(nodes)).toEqual([
    [
      'UK',
      7,
      [
        ['Bristol', 3],
        ['Bath', 4],
      ],
    ],
    ['US', 5, [['Bristol', 5]]],
  ]);
  expect(nodes[0]).toMatchObject({ secondary: 9, names: ['UK'], key: '["UK"]' });
  expect(nodes[0]?.children[0]).toMatchObject({ secondary: 1, names: ['UK', 'Bristol'] });
});

it('tells nodes of one name apart', () => {
  const nodes = tree(BRISTOL_TWICE);
  const nodeOf = nodeFinder(nodes);
  expect(nodeOf({ id: '["UK","Bristol"]' })?.value).toBe(3);
  expect(nodeOf({ id: '["US","Bristol"]' })?.value).toBe(5);
  expect(nodeOf({ id: '["Bristol"]' })).toBeUndefined();
  expect(nodeOf(undefined)).toBeUndefined();
});

it('keeps missing values apart from the text that stands for them', () => {
  const [missing, text] = tree([
    [null, 'Bath', 1, 0],
    ['<NULL>', null, 2, 0],
  ]);
  expect([missing?.name, text?.name, text?.children[0]?.name]).toEqual(['<NULL>', '<NULL>', '<NULL>']);
  expect(nodeFilter(REQUEST.dimensions, missing)).toEqual({
    filters: [{ col: 'country', op: 'IS NULL' }],
    label: '<NULL>',
    key: '[null]',
  });
  expect(nodeFilter(REQUEST.dimensions, text?.children[0])?.filters).toEqual([
    { col: 'country', op: 'IN', val: ['<NULL>'] },
    { col: 'city', op: 'IS NULL' },
  ]);
});

it('orders whole numbers, takes missing amounts for none and big numbers that come as texts', () => {
  const nodes = tree([
    [2010, 'x', null, 0],
    ['other', 'x', -2, 0],
    [2009, 'x', '12345678901234567000', 0],
    [-1, 'x', 0, 0],
  ]);
  expect(outline(nodes)).toEqual([
    ['2009', 12345678901234567000, [['x', 12345678901234567000]]],
    ['2010', 0, [['x', 0]]],
    ['other', -2, [['x', -2]]],
    ['-1', 0, [['x', 0]]],
  ]);
});

it('writes moments in the format of the chart', () => {
  const result = exampleResult({ day: 2, sales: 0 }, [[1230768000000, 1]]);
  const [node] = treeOfRows(result, { dimensions: ['day'], metric: 'sales', whole: '', timeFormat: '%Y-%m' });
  expect(node?.name).toBe('2009-01');
  expect(nodeFilter(['day'], node)).toMatchObject({
    filters: [{ val: [1230768000000] }],
    label: '2009-01',
  });
});

it('is one node without dimensions, which filters nothing, and none without rows', () => {
  const [whole, ...others] = tree(BRISTOL_TWICE, { dimensions: [] });
  expect(whole).toMatchObject({ name: 'Sales', value: 12, children: [] });
  expect(others).toEqual([]);
  expect(nodeFilter([], whole)).toBeUndefined();
  expect(tree([])).toEqual([]);
  expect(tree([], { dimensions: [] })).toEqual([]);
  expect(treeOfRows(undefined, REQUEST)).toEqual([]);
});

it('stands for the values on the way to a node, whatever its depth', () => {
  const [uk] = tree(BRISTOL_TWICE);
  const form = { datasource: '1__table', viz_type: 'treemap_v2', groupby: ['country', 'city'] };
  const point = (node: TreeNode | undefined) =>
    nodePoint({ form, results: [] }, REQUEST.dimensions, 'groupby', node);
  const country = { col: 'country', op: '==', val: 'UK', text: 'UK' };
  expect(point(uk)).toMatchObject({ detail: [country], drillBy: { field: 'groupby', filters: [country] } });
  expect(point(uk?.children[0])?.detail).toEqual([
    country,
    { col: 'city', op: '==', val: 'Bristol', text: 'Bristol' },
  ]);
  expect(point(undefined)).toBeUndefined();
});

it('steps back behind selected nodes, but not behind those that they lie in or hold', () => {
  const [uk, us] = tree(BRISTOL_TWICE);
  const opacities = (selected: string[] | undefined) =>
    [uk, uk?.children[0], uk?.children[1], us].map((node) => node && nodeOpacity(node, selected));
  expect(opacities(undefined)).toEqual([1, 1, 1, 1]);
  expect(opacities(['["UK"]'])).toEqual([1, 1, 1, 0.3]);
  expect(opacities(['["UK","Bath"]'])).toEqual([1, 0.3, 1, 0.3]);
});

it('labels by name, value or both', () => {
  const labels = ['Key', 'key', 'value', 'key_value', undefined].map((type) => nodeLabel(type, 'UK', '7'));
  expect(labels).toEqual(['UK', 'UK', '7', 'UK: 7', 'UK']);
});

it('has no share of nothing', () => {
  expect([shareOf(1, 4), shareOf(0, 0)]).toEqual([0.25, 0]);
});
