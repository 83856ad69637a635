import type { CodeEditorProps } from './code-editor-view.tsx';
import { loadable } from './loadable.tsx';

export type { CodeEditorHandle, CodeEditorProps } from './code-editor-view.tsx';
export type {
  CodeChoice,
  CodeChoices,
  CodeMark,
  CodePiece,
  CodeService,
  CodeSpan,
} from './code-service.ts';

/** A code editor that is fetched when first needed; until then the text stands there, readable. */
export const CodeEditor = loadable(
  async () => (await import('./code-editor-view.tsx')).CodeEditorView,
  ({ value }: CodeEditorProps) => (
    <pre style={{ margin: 0, padding: 8, fontFamily: 'var(--cr-mono)', fontSize: 13, overflow: 'hidden' }}>
      {value}
    </pre>
  ),
);
