import { openSearchPanel, search, searchKeymap } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

/** Find and replace in a panel above the text. */
export function codeSearch(): Extension {
  return [
    search({ top: true }),
    keymap.of([
      { key: 'Ctrl-h', mac: 'Mod-Alt-f', run: openReplace, scope: 'editor search-panel' },
      ...searchKeymap,
    ]),
    LOOK,
  ];
}

function openReplace(view: EditorView): boolean {
  if (!openSearchPanel(view)) return false;
  const field = view.dom.querySelector('.cm-search [name="replace"]');
  const isFilled = field?.parentElement?.querySelector('[name="search"]:not(:placeholder-shown)');
  if (field instanceof HTMLInputElement && isFilled) field.select();
  return true;
}

const LOOK = EditorView.theme({
  '.cm-panels': { backgroundColor: 'var(--cr-raised)', color: 'var(--cr-text)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--cr-border)' },
  '.cm-panel.cm-search': { padding: '6px 28px 6px 8px', fontFamily: 'inherit' },
  '.cm-panel.cm-search label': { fontSize: '12px', whiteSpace: 'nowrap' },
  '.cm-panel.cm-search [name="close"]': { color: 'var(--cr-text)', fontSize: '16px', cursor: 'pointer' },
  '.cm-textfield': {
    backgroundColor: 'var(--cr-surface)',
    color: 'var(--cr-text)',
    border: '1px solid var(--cr-border)',
    borderRadius: '4px',
    padding: '2px 6px',
    fontSize: '12px',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--cr-fill)',
    color: 'var(--cr-text)',
    border: '1px solid var(--cr-border)',
    borderRadius: '4px',
    padding: '2px 8px',
    fontSize: '12px',
    cursor: 'pointer',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--cr-accent-soft)' },
  '.cm-searchMatch-selected': { outline: '1px solid var(--cr-accent)' },
});
