import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { CODE_COLORS } from './code-colors.ts';

/** How words of a code are coloured. */
export const CODE_STYLE = HighlightStyle.define(CODE_COLORS);

/** How every view of code looks. */
export const CODE_LOOK = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', backgroundColor: 'var(--cr-surface)', color: 'var(--cr-text)' },
  '.cm-scroller': { fontFamily: 'var(--cr-mono)', lineHeight: '1.55' },
  '.cm-gutters': { backgroundColor: 'var(--cr-surface)', color: 'var(--cr-text-faint)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--cr-fill)' },
  '.cm-cursor': { borderLeftColor: 'var(--cr-text)' },
  '&.cm-focused': { outline: 'none' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--cr-accent-soft)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--cr-raised)',
    border: '1px solid var(--cr-border)',
    borderRadius: '6px',
    color: 'var(--cr-text)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--cr-accent)',
    color: 'var(--cr-surface)',
  },
});
