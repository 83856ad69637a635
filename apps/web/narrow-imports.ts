import type { Plugin } from 'vite';

/** Modules of Ant Design that take one small thing of a large library, and the file of it that has that thing alone. */
const NARROWED: readonly { importer: RegExp; source: string; file: string }[] = [
  // A context that every page has; the index of the library ties it to forms and all their rules.
  {
    importer: /antd\/es\/form\/context\.js$/,
    source: '@rc-component/form',
    file: '@rc-component/form/es/FormContext.js',
  },
  // Buttons mix colours; the index brings the dialog in which colours are chosen.
  {
    importer: /antd\/es\/color-picker\/(?:color|util)\.js$/,
    source: '@rc-component/color-picker',
    file: '@rc-component/color-picker/es/color.js',
  },
];

/** Modules of which pages use nothing, or a line, and what stands there in their place. */
const REPLACED: readonly { importer: RegExp; source: string; code: string }[] = [
  // One popup for all tooltips of a page, as no page of ours asks for: it would bring what places popups along.
  {
    importer: /antd\/es\/config-provider\/index\.js$/,
    source: '../tooltip/UniqueProvider',
    code: 'export default ({ children }) => children;',
  },
  // How a group of choices in a form is called, which would bring forms and all their rules.
  {
    importer: /antd\/es\/radio\/group\.js$/,
    source: '../form/hooks/useForm',
    code: "export const toNamePathStr = (name) => [name].flat().join('_');",
  },
];
/** How the modules that stand in begin to be called. */
const STAND_IN = '\0stand-in:';

/** Lets pages load of a library what they use, where its index would bring all of it. */
export function narrowImports(): Plugin {
  return {
    name: 'narrow-imports',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: new RegExp(`^(?:${[...NARROWED, ...REPLACED].map(({ source }) => source).join('|')})$`) },
      handler(source, importer, options) {
        const isMeant = (each: { importer: RegExp; source: string }) =>
          each.source === source && importer !== undefined && each.importer.test(importer);
        const replaced = REPLACED.findIndex(isMeant);
        if (replaced >= 0) return `${STAND_IN}${replaced}`;
        const narrowed = NARROWED.find(isMeant);
        return narrowed && this.resolve(narrowed.file, importer, options);
      },
    },
    load: {
      filter: { id: /stand-in:\d+$/ },
      handler: (id) => REPLACED[Number(id.slice(STAND_IN.length))]?.code,
    },
  };
}
