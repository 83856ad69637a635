import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { usedRules, withoutStyleWriters } from './component-rules.ts';

/** The styles of all components, with every value that a theme can change as a variable. */
const STYLES = /antd\/dist\/antd\.css$/;

/** Where a component says what it looks like; its folder is the group. */
const STYLE_MODULE = /antd\/es\/([^/]+)\/style\/[^/]+\.js$/;

/** Components whose classes are not called as their folders are. */
const CLASSES: Readonly<Record<string, string>> = {
  'date-picker': 'picker',
  'float-button': 'float-btn',
  'qr-code': 'qrcode',
};

/** Components whose styles stand in the folder of another one. */
const STYLED_BY: Readonly<Record<string, string>> = { row: 'grid', col: 'grid' };

/**
 * Ant Design writes the styles of each component when it is first shown, which takes a fifth of the time that a page works before
 * it stands. Here they come as a file: without the rules of components that no page has, which are most of it, and the
 * code that would write them is left away. `zeroRuntime` of the theme says that nothing is to be written.
 *
 * @param chunks - the files that the application is made of
 */
export function componentStyles(chunks: () => Promise<readonly Rolldown.OutputChunk[]>): Plugin[] {
  const file: Plugin = {
    name: 'component-styles',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: STYLES },
      async handler(code, id) {
        const modules = (await chunks()).flatMap(({ moduleIds }) => moduleIds);
        return {
          code: usedRules(code, usedClasses(join(id, '..', '..', 'es'), modules)),
          map: null,
        };
      },
    },
  };
  return [file, styleWriters()];
}

/** Leaves the functions away that write styles; what they alone need goes with them. */
export function styleWriters(): Plugin {
  return {
    name: 'without-style-writers',
    apply: 'build',
    transform: {
      filter: { id: STYLE_MODULE },
      handler: (code, id) => ({ code: withoutStyleWriters(code, id), map: null }),
    },
  };
}

/** How the classes of each component begin after `ant-`, and whether any of these modules shows it. */
function usedClasses(components: string, modules: readonly string[]): ReadonlyMap<string, boolean> {
  const used = new Set(modules.map((module) => STYLE_MODULE.exec(module)?.[1]));
  return new Map(
    readdirSync(components, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => [CLASSES[name] ?? name, used.has(STYLED_BY[name] ?? name)]),
  );
}
