import { expect, test } from 'vitest';
import { usedRules, withoutStyleWriters } from './component-rules.ts';

test('a style sheet keeps the rules of components that are shown, and what is nobody’s', () => {
  const classes = new Map([
    ['tree', false],
    ['tree-select', true],
    ['btn', false],
  ]);
  const css =
    '.ant-tree{top:0}.ant-tree-select-arrow{top:1px}.css-var-_R_0_.ant-tree-select{--ant-tree-width:0}.ant-tree a,.ant-tree-select a{top:2px}a,.anticon{top:3px}@media print{.ant-btn{top:4px}.ant-slide-up{top:5px}}';
  expect(usedRules(css, classes).replaceAll(/\s/g, '')).toBe(
    '.ant-tree-select-arrow{top:1px;}.ant-treea,.ant-tree-selecta{top:2px;}a,.anticon{top:3px;}@mediaprint{.ant-slide-up{top:5px;}}',
  );
});

test('a hook of styles has nothing to write, and keeps its tokens', () => {
  const code =
    "export default genStyleHooks('Switch', (token) => [rules(token)], prepareToken, { unitless });";
  expect(withoutStyleWriters(code, 'style.js')).toBe(
    "export default genStyleHooks('Switch', () => [], prepareToken, { unitless });",
  );
});
