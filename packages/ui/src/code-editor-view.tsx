import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  completionStatus,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { CHOICES_FOCUS, serviceCompletion } from './code-completion.ts';
import { codeFolds } from './code-folding.ts';
import { type CodeLanguage, languageFor } from './code-language.ts';
import { CODE_LOOK, CODE_STYLE } from './code-look.ts';
import { codeNames } from './code-names.ts';
import { codeProblems, showMarks } from './code-problems.ts';
import { codeSearch } from './code-search.ts';
import { type CodeMark, type CodeService, type CodeSpan, serviceChanged } from './code-service.ts';
import { statementMarks } from './code-statements.ts';
import { TYPED_OVER } from './code-typed-over.ts';
import { TextReports } from './text-reports.ts';

export interface CodeEditorHandle {
  /** What is selected, or the empty text; whoever asks has been told of the text before. */
  selection: () => string;
  /** Where the cursor is. */
  caret: () => number;
  /** Puts text where the cursor is. */
  insert: (text: string) => void;
  /** What is selected; where the cursor is, if nothing is. */
  range: () => CodeSpan;
  text: () => string;
  /** Puts another text in place of a piece. */
  replace: (piece: CodeSpan, text: string) => void;
  focus: () => void;
}

export interface CodeEditorProps {
  language: CodeLanguage['language'];
  /** Name of the field for a screen reader. */
  label: string;
  value: string;
  onChange?: (value: string) => void;
  /** Milliseconds without a key until `onChange` is told, or the editor is left; at once unless told. */
  changesAfter?: number;
  /** Told what is selected: the empty text while it is no more than a character. */
  onSelect?: (text: string) => void;
  /** Names to complete besides the language's own. */
  words?: readonly string[];
  /** Who knows what can be written, instead of the language's own words. */
  service?: CodeService;
  /** Engine whose key words are known: `postgresql`, `mysql`, `sqlite` …; others count as PostgreSQL-like. */
  dialect?: string;
  marks?: readonly CodeMark[];
  readOnly?: boolean;
  lineNumbers?: boolean;
  /** Whether it takes the focus as soon as it is there, with the cursor at the end. */
  autoFocus?: boolean;
  placeholder?: string;
  /** Keys of this editor, e.g. `Mod-Enter`. */
  keys?: Record<string, () => void>;
  handle?: Ref<CodeEditorHandle>;
}

/** CodeMirror in the installation's colours. */
export function CodeEditorView(props: CodeEditorProps) {
  const element = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const language = useRef(new Compartment());
  const reports = useRef<TextReports>(null);
  reports.current ??= new TextReports(props.changesAfter ?? 0, (text) => latest.current.onChange?.(text));

  useEffect(() => {
    const own = reports.current;
    if (!element.current || !own) return;
    const flush = () => own.flush();
    // Before whoever keeps what the page holds when it ends.
    window.addEventListener('pagehide', flush, true);
    const created = new EditorView({
      parent: element.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: extensionsFor(latest, language.current, own),
      }),
    });
    view.current = created;
    if (latest.current.autoFocus) {
      created.dispatch({ selection: { anchor: created.state.doc.length } });
      created.focus();
    }
    return () => {
      own.flush();
      window.removeEventListener('pagehide', flush, true);
      created.destroy();
      view.current = null;
    };
  }, []);

  const { value, marks, words, dialect, service } = props;
  useEffect(() => {
    if (!view.current || reports.current?.isOwn(value)) return;
    const { doc } = view.current.state;
    if (doc.toString() === value) return;
    view.current.dispatch({ changes: { from: 0, to: doc.length, insert: value } });
    reports.current?.forget();
  }, [value]);
  useEffect(() => {
    if (view.current) showMarks(view.current, marks ?? [], 'run');
  }, [marks]);
  useEffect(() => {
    const { language: written } = latest.current;
    const found = languageFor({ language: written, words, dialect });
    let isWanted = true;
    const speak = (extension: Extension) =>
      isWanted && view.current?.dispatch({ effects: language.current.reconfigure(extension) });
    // Without its colours a text can be read and written.
    if (found instanceof Promise) found.then(speak, reportError);
    else speak(found);
    return () => {
      isWanted = false;
    };
  }, [words, dialect]);
  useEffect(() => {
    if (service) view.current?.dispatch({ effects: serviceChanged.of(null) });
  }, [service]);

  useImperativeHandle(props.handle, () => ({
    selection: () => {
      reports.current?.flush();
      const state = view.current?.state;
      return state ? state.sliceDoc(state.selection.main.from, state.selection.main.to) : '';
    },
    insert: (text) => {
      view.current?.dispatch(view.current.state.replaceSelection(text));
      view.current?.focus();
    },
    caret: () => view.current?.state.selection.main.head ?? 0,
    range: () => {
      const { from, to } = view.current?.state.selection.main ?? { from: 0, to: 0 };
      return { from, to };
    },
    text: () => view.current?.state.doc.toString() ?? '',
    replace: ({ from, to }, insert) =>
      view.current?.dispatch({ changes: { from, to, insert }, userEvent: 'input' }),
    focus: () => view.current?.focus(),
  }));

  return <div ref={element} style={{ height: '100%' }} />;
}

function selectedIn(state: EditorState): string {
  const { from, to } = state.selection.main;
  return to - from > 1 ? state.sliceDoc(from, to) : '';
}

/** Escape that closes the completion closes nothing around the editor. */
const OWN_ESCAPE = Prec.highest(
  EditorView.domEventHandlers({
    keydown: (event, view) => {
      if (event.key === 'Escape' && completionStatus(view.state) !== null) event.stopPropagation();
      return false;
    },
  }),
);

function extensionsFor(
  latest: { current: CodeEditorProps },
  language: Compartment,
  reports: TextReports,
): Extension[] {
  const props = latest.current;
  const keys = Object.keys(props.keys ?? {}).map((key) => ({
    key,
    run: () => {
      reports.flush();
      latest.current.keys?.[key]?.();
      return true;
    },
  }));
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return [
    keymap.of([
      ...keys,
      ...closeBracketsKeymap,
      ...(props.service ? [] : completionKeymap),
      ...historyKeymap,
      ...defaultKeymap,
      ...(props.lineNumbers === false ? [] : [indentWithTab]),
    ]),
    OWN_ESCAPE,
    TYPED_OVER,
    history(),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    props.service ? served(() => latest.current.service) : autocompletion({ icons: false }),
    CHOICES_FOCUS,
    syntaxHighlighting(CODE_STYLE),
    CODE_LOOK,
    EditorView.lineWrapping,
    EditorState.readOnly.of(props.readOnly ?? false),
    EditorView.contentAttributes.of({ 'aria-label': props.label }),
    // At once: whoever leaves for a button means the text as it stands.
    EditorView.domEventHandlers({
      blur: () => {
        reports.flush();
        return false;
      },
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) reports.note(update.state.doc);
      if (update.selectionSet || update.docChanged) latest.current.onSelect?.(selectedIn(update.state));
    }),
    // What it is follows at once.
    language.of([]),
    ...(nonce ? [EditorView.cspNonce.of(nonce)] : []),
    ...(props.placeholder ? [placeholder(props.placeholder)] : []),
    ...(props.lineNumbers === false
      ? []
      : [lineNumbers(), highlightActiveLine(), highlightActiveLineGutter()]),
  ];
}

/** What an editor does by its service. */
function served(service: () => CodeService | undefined): Extension {
  return [
    serviceCompletion(service),
    statementMarks(service),
    codeNames(service),
    codeProblems(service),
    codeFolds(),
    codeSearch(),
  ];
}
