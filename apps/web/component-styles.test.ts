import { createRequire } from 'node:module';
import type { Plugin, Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { componentStyles, withoutStyleWriters } from './component-styles.ts';

const STYLES = createRequire(import.meta.url).resolve('antd/dist/antd.css');

test('the style sheet keeps the rules of components that are shown, and what is nobody’s', async () => {
  const chunk = { moduleIds: ['/x/node_modules/antd/es/tree-select/style/index.js'] };
  const [file] = componentStyles(async () => [chunk as Rolldown.OutputChunk]);
  const css =
    '.ant-tree{top:0}.ant-tree-select{top:1px}.ant-btn,.ant-tree-select a{top:2px}a,.anticon{top:3px}';
  expect(await transformed(file, css, STYLES)).toBe('');
});

test('a hook of styles is left with nothing to write, and with its tokens', async () => {
  const code =
    "export default genStyleHooks('Switch', (token) => [rules(token)], prepareToken, { unitless });";
  expect(await transformed(withoutStyleWriters(), code, '/node_modules/antd/es/switch/style/index.js')).toBe(
    '',
  );
});
