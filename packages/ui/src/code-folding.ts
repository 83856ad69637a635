import { codeFolding, foldGutter, foldKeymap, foldService, syntaxTree } from '@codemirror/language';
import type { EditorState, Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

/** Statements, comments and what stands in brackets over several lines can be folded. */
export function codeFolds(): Extension {
  return [
    codeFolding({ placeholderText: '…' }),
    foldService.of(bracketsFrom),
    foldGutter({ openText: '▾', closedText: '▸' }),
    keymap.of(foldKeymap),
    EditorView.theme({
      '.cm-foldGutter .cm-gutterElement': { cursor: 'pointer', padding: '0 2px' },
      '.cm-foldPlaceholder': {
        backgroundColor: 'var(--cr-fill)',
        border: '1px solid var(--cr-border)',
        color: 'var(--cr-text)',
      },
    }),
  ];
}

/** The last brackets that open on a line and close on a later one. */
function bracketsFrom(
  state: EditorState,
  lineStart: number,
  lineEnd: number,
): { from: number; to: number } | null {
  for (let node = syntaxTree(state).resolveInner(lineEnd, -1); ; ) {
    const isBracket = node.name === 'Parens' || node.name === 'Brackets' || node.name === 'Braces';
    if (isBracket && node.from >= lineStart && node.from < lineEnd && node.to > lineEnd)
      return { from: node.from + 1, to: node.to - 1 };
    if (!node.parent || node.from < lineStart) return null;
    node = node.parent;
  }
}
