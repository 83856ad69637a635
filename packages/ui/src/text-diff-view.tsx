import { css } from '@codemirror/lang-css';
import { json } from '@codemirror/lang-json';
import { sql } from '@codemirror/lang-sql';
import { syntaxHighlighting } from '@codemirror/language';
import { MergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { CODE_LOOK, CODE_STYLE } from './code-look.ts';

const LANGUAGES = { json, css, sql };

export interface TextDiffProps {
  language: keyof typeof LANGUAGES;
  /** The left text and the right one. */
  before: string;
  after: string;
  /** What each of them is, for a screen reader. */
  labels: readonly [before: string, after: string];
}

/** CodeMirror's side-by-side view; long parts that are the same are folded. */
export function TextDiffView({ language, before, after, labels }: TextDiffProps) {
  const element = useRef<HTMLDivElement>(null);
  const [left, right] = labels;
  useEffect(() => {
    if (!element.current) return;
    const side = (doc: string, label: string) => ({ doc, extensions: extensionsFor(language, label) });
    const view = new MergeView({
      a: side(before, left),
      b: side(after, right),
      parent: element.current,
      collapseUnchanged: { margin: 3, minSize: 8 },
      // A document as long as a book is compared roughly, and at once.
      diffConfig: { scanLimit: 2_000, timeout: 500 },
    });
    return () => view.destroy();
  }, [language, before, after, left, right]);
  return <div ref={element} />;
}

function extensionsFor(language: TextDiffProps['language'], label: string): Extension[] {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return [
    LANGUAGES[language](),
    lineNumbers(),
    syntaxHighlighting(CODE_STYLE),
    CODE_LOOK,
    EditorView.lineWrapping,
    EditorView.editable.of(false),
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    ...(nonce ? [EditorView.cspNonce.of(nonce)] : []),
  ];
}
