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

/** Where Ant Design holds one popup for all tooltips of a page, as no page of ours asks it to: it would bring what places popups along. */
const ONE_POPUP = { importer: /antd\/es\/config-provider\/index\.js$/, source: '../tooltip/UniqueProvider' };
const NO_POPUP = '\0no-popup';

/** Lets pages load of a library what they use, where its index would bring all of it. */
export function narrowImports(): Plugin {
  return {
    name: 'narrow-imports',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: new RegExp(`^(?:${[...NARROWED, ONE_POPUP].map(({ source }) => source).join('|')})$`) },
      handler(source, importer, options) {
        if (source === ONE_POPUP.source && importer !== undefined && ONE_POPUP.importer.test(importer))
          return NO_POPUP;
        const narrowed = NARROWED.find(
          (each) => each.source === source && importer !== undefined && each.importer.test(importer),
        );
        return narrowed && this.resolve(narrowed.file, importer, options);
      },
    },
    load: {
      filter: { id: /\0no-popup$/ },
      handler: () => 'export default ({ children }) => children;',
    },
  };
}
