import {
  type Diagnostic,
  forEachDiagnostic,
  nextDiagnostic,
  previousDiagnostic,
  setDiagnostics,
} from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { type Command, EditorView, keymap, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { said, showNote } from './code-names.ts';
import { type CodeMark, type CodeService, serviceChanged } from './code-service.ts';

/** Milliseconds without a key until what is in view is looked at. */
const REST_MS = 600;

/** Who says what is wrong: each puts its own marks in place of those that it made before. */
type Source = 'run' | 'check';

/** Underlines places of a text, and leaves what others underline. */
export function showMarks(view: EditorView, marks: readonly CodeMark[], source: Source): void {
  const { state } = view;
  const all: Diagnostic[] = marks.map((mark) => diagnosticOf(mark, state.doc.length, source));
  forEachDiagnostic(state, (diagnostic, from, to) => {
    if (diagnostic.source !== NAMES[source]) all.push({ ...diagnostic, from, to });
  });
  view.dispatch(setDiagnostics(state, all));
}

const NAMES: Readonly<Record<Source, string>> = { run: 'Last run', check: 'Found while writing' };

function diagnosticOf(
  { from, to, message, severity, instead }: CodeMark,
  length: number,
  source: Source,
): Diagnostic {
  return {
    from: Math.min(from, length),
    to: Math.min(Math.max(to, from), length),
    message,
    severity: severity ?? 'error',
    source: NAMES[source],
    actions: (instead ?? []).map((text) => ({
      name: text,
      apply: (view, start, end) =>
        view.dispatch({ changes: { from: start, to: end, insert: text }, userEvent: 'input' }),
    })),
  };
}

/** Looks at what is in view as soon as nobody writes. */
export function codeProblems(service: () => CodeService | undefined): Extension {
  const checker = ViewPlugin.define((view) => {
    let timer = setTimeout(() => void check(), REST_MS);
    let abort = new AbortController();
    async function check() {
      const { doc, selection } = view.state;
      const { from, to } = view.viewport;
      const { signal } = abort;
      const at = selection.main.head;
      const piece = { text: doc.toString(), from, to, at, isWriting: view.hasFocus, signal };
      const found = await service()?.problems(piece);
      if (found && !signal.aborted) showMarks(view, found, 'check');
    }
    return {
      update: (update: ViewUpdate) => {
        const { docChanged, viewportChanged, selectionSet, focusChanged, transactions } = update;
        const isNew = transactions.some(({ effects }) => effects.some((effect) => effect.is(serviceChanged)));
        if (!docChanged && !viewportChanged && !selectionSet && !focusChanged && !isNew) return;
        abort.abort();
        abort = new AbortController();
        clearTimeout(timer);
        timer = setTimeout(() => void check(), REST_MS);
      },
      destroy: () => {
        abort.abort();
        clearTimeout(timer);
      },
    };
  });
  const keys = [{ key: 'F8', run: tellNext(nextDiagnostic), shift: tellNext(previousDiagnostic) }];
  return [checker, keymap.of(keys), LOOK];
}

/** Goes to a problem and says what it is. */
function tellNext(go: Command): Command {
  return (view) => {
    if (!go(view)) return false;
    const { from, to } = view.state.selection.main;
    forEachDiagnostic(view.state, ({ message, actions }, start, end) => {
      if (start !== from || end !== to) return;
      const instead = (actions ?? []).map(({ name }) => name).join(', ');
      showNote(view, said(message, { from, to }, instead && `Meant may be: ${instead}`));
    });
    return true;
  };
}

const LOOK = EditorView.theme({
  '.cm-diagnosticSource': { color: 'var(--cr-text-faint)', opacity: '1' },
  '.cm-diagnosticAction': {
    backgroundColor: 'var(--cr-fill)',
    color: 'var(--cr-text)',
    border: '1px solid var(--cr-border)',
    fontFamily: 'var(--cr-mono)',
  },
});
