import { lazy, Suspense } from 'react';
import type { CodeEditorProps } from './code-editor-view.tsx';

export type { CodeEditorHandle, CodeEditorProps } from './code-editor-view.tsx';
export type {
  CodeChoice,
  CodeChoices,
  CodeMark,
  CodePiece,
  CodeService,
  CodeSpan,
} from './code-service.ts';

const View = lazy(() =>
  import('./code-editor-view.tsx').then((module) => ({ default: module.CodeEditorView })),
);

/** A code editor that is fetched when first needed; until then the text stands there, readable. */
export function CodeEditor(props: CodeEditorProps) {
  return (
    <Suspense
      fallback={
        <pre
          style={{ margin: 0, padding: 8, fontFamily: 'var(--cr-mono)', fontSize: 13, overflow: 'hidden' }}
        >
          {props.value}
        </pre>
      }
    >
      <View {...props} />
    </Suspense>
  );
}
