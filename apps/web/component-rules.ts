import { type Selector, transform } from 'lightningcss';
import { type ESTree, parseSync, Visitor } from 'vite';

/** What makes a hook of a component's styles, and at which place it takes the function that writes them. */
const STYLE_HOOKS = new Set(['genStyleHooks', 'genComponentStyleHook', 'genSubStyleComponent']);
const WRITER = 1;

/** Classes of those themes that the style sheet was made with. */
const OF_THEMES = /^(?:css-var-_|data-ant-cssinjs)/;

/** A module of styles whose hooks have nothing to write; what their functions alone needed is left to the bundler to drop. */
export function withoutStyleWriters(code: string, file: string): string {
  return writersIn(code, file)
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end }) => `${text.slice(0, start)}() => []${text.slice(end)}`, code);
}

/** The functions that are handed to a hook of styles. */
function writersIn(code: string, file: string): ESTree.Argument[] {
  const writers: ESTree.Argument[] = [];
  const visitor = new Visitor({
    CallExpression({ callee, arguments: given }) {
      const writer = given[WRITER];
      if (writer && callee.type === 'Identifier' && STYLE_HOOKS.has(callee.name)) writers.push(writer);
    },
  });
  visitor.visit(parseSync(file, code).program);
  return writers;
}

/**
 * A style sheet without the rules that begin with the class of an unused component, or of no theme of ours.
 *
 * @param classes - how the classes of each component begin after `ant-`, and whether it is used
 */
export function usedRules(code: string, classes: ReadonlyMap<string, boolean>): string {
  const isUsed = (selector: Selector) => {
    const first = selector.find((part) => part.type === 'class');
    // Values of variables, which the theme of the page writes by other names.
    if (first && OF_THEMES.test(first.name)) return false;
    const words = (first?.name ?? '').replace(/^ant-/, '').split('-');
    // The longest name counts: `ant-tree-select` is no tree.
    for (let length = words.length; length > 0; length -= 1) {
      const known = classes.get(words.slice(0, length).join('-'));
      if (known !== undefined) return known;
    }
    return true;
  };
  const kept = transform({
    code: Buffer.from(code),
    filename: 'antd.css',
    visitor: { Rule: { style: (rule) => (rule.value.selectors.some(isUsed) ? undefined : []) } },
  });
  return kept.code.toString();
}
