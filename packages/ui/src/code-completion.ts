import { grouped } from '@chartroom/model';
import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeCompletion,
  completionStatus,
  insertCompletionText,
  moveCompletionSelection,
  pickedCompletion,
  selectedCompletionIndex,
  snippet,
  startCompletion,
} from '@codemirror/autocomplete';
import { type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { isRenaming } from './code-names.ts';
import type { CodeChoice, CodeChoices, CodeService } from './code-service.ts';

/** Milliseconds behind a key until names are looked for: what was typed is painted first. */
const REST_MS = 20;

/** A choice as the editor keeps it. */
interface Option extends Completion {
  choice: CodeChoice | undefined;
}

/** Completion by whoever knows the language; what they say of the order holds. */
export function serviceCompletion(service: () => CodeService | undefined): Extension {
  const source = (context: CompletionContext): CompletionResult | null | Promise<CompletionResult | null> => {
    const { state, pos, explicit } = context;
    if (isRenaming(state) && !explicit) return null;
    const found = service()?.complete(state.doc.toString(), pos, explicit);
    const shown = (choices: CodeChoices | undefined) =>
      choices ? resultOf(choices, state.sliceDoc(choices.from, pos)) : null;
    return found instanceof Promise ? found.then(shown) : shown(found);
  };
  return [
    autocompletion({
      override: [source],
      icons: false,
      defaultKeymap: false,
      activateOnTypingDelay: REST_MS,
      activateOnCompletion: (completion) => choiceOf(completion)?.leadsOn === true,
      addToOptions: [{ render: kindMark, position: 20 }],
      tooltipClass: () => 'cr-choices',
    }),
    Prec.highest(keymap.of(KEYS)),
    CHOICES_LOOK,
  ];
}

/**
 * The list of choices is one that is scrolled: browsers let it be focused, checks of barriers ask for it. Its keys are the
 * editor's, which is told to screen readers as their owner; so the focus stays there.
 */
export const CHOICES_FOCUS: Extension = EditorView.updateListener.of(({ state, view }) => {
  if (completionStatus(state) !== 'active') return;
  view.requestMeasure({
    key: CHOICES_FOCUS,
    read: () => view.dom.querySelector<HTMLElement>('.cm-tooltip-autocomplete > ul:not([tabindex])'),
    write: (list) => {
      if (!list) return;
      list.tabIndex = 0;
      list.addEventListener('focus', () => view.focus());
    },
  });
});

function resultOf(found: CodeChoices, written: string): CompletionResult {
  const options: Option[] = found.choices.map((choice) => ({
    label: choice.label,
    type: choice.kind,
    choice,
    apply: choice.isSnippet
      ? snippet(choice.insert)
      : (view, completion, from, to) => write(view, { completion, choice, from, to }),
    ...(choice.detail === undefined ? {} : { detail: choice.detail }),
    ...(choice.about === undefined ? {} : { info: choice.about }),
  }));
  if (found.more > 0) options.push(restOf(found.more));
  const getMatch = ({ label }: Completion) => {
    const at = written === '' ? -1 : label.toLowerCase().indexOf(written.toLowerCase());
    return at < 0 ? [] : [at, at + written.length];
  };
  return { from: found.from, to: found.to, options, filter: false, getMatch };
}

/** A line that tells what is left out; nothing comes of choosing it. */
function restOf(more: number): Option {
  return {
    label: `${grouped(more)} more: type on to narrow the list`,
    choice: undefined,
    apply: () => undefined,
  };
}

interface Writing {
  completion: Completion;
  choice: CodeChoice;
  from: number;
  to: number;
}

function write(view: EditorView, { completion, choice, from, to }: Writing): void {
  // What stands behind the name already is not written again.
  const next = view.state.sliceDoc(to, to + 1);
  const isThere = choice.insert.endsWith(' ')
    ? /^[\s,;).]/.test(next)
    : choice.insert.endsWith('()') && next === '(';
  const kept = choice.insert.endsWith('()') ? choice.insert.slice(0, -2) : choice.insert.slice(0, -1);
  const text = isThere ? kept : choice.insert;
  view.dispatch({
    ...insertCompletionText(view.state, text, from, to),
    selection: { anchor: from + Math.min(choice.cursor, text.length) },
    annotations: pickedCompletion.of(completion),
    userEvent: 'input.complete',
  });
}

function choiceOf(completion: Completion): CodeChoice | undefined {
  return 'choice' in completion && isChoice(completion.choice) ? completion.choice : undefined;
}

function isChoice(value: unknown): value is CodeChoice {
  return typeof value === 'object' && value !== null && 'leadsOn' in value;
}

function kindMark(completion: Completion): Node | null {
  const mark = document.createElement('span');
  mark.className = `cr-kind cr-kind-${completion.type ?? 'none'}`;
  mark.textContent = (completion.type ?? ' ').charAt(0).toUpperCase();
  mark.setAttribute('aria-hidden', 'true');
  return mark;
}

/** Enter on a list that nobody began to write for, nor moved in, begins a new line. */
function enter(view: EditorView): boolean {
  if (completionStatus(view.state) !== 'active') return false;
  const { from } = view.state.selection.main;
  const isWritten = /[\p{L}\p{N}_"`[]$/u.test(view.state.sliceDoc(Math.max(0, from - 1), from));
  if (!isWritten && selectedCompletionIndex(view.state) === 0) {
    closeCompletion(view);
    return false;
  }
  return acceptCompletion(view);
}

const KEYS = [
  { key: 'Ctrl-Space', run: startCompletion },
  { mac: 'Alt-i', run: startCompletion },
  { key: 'Escape', run: closeCompletion },
  { key: 'ArrowDown', run: moveCompletionSelection(true) },
  { key: 'ArrowUp', run: moveCompletionSelection(false) },
  { key: 'PageDown', run: moveCompletionSelection(true, 'page') },
  { key: 'PageUp', run: moveCompletionSelection(false, 'page') },
  { key: 'Enter', run: enter },
  { key: 'Tab', run: acceptCompletion },
];

const CHOICES_LOOK = EditorView.theme({
  '.cm-tooltip.cr-choices > ul': {
    fontFamily: 'var(--cr-mono)',
    maxHeight: '16em',
    maxWidth: 'min(560px, 92vw)',
  },
  '.cm-tooltip.cr-choices > ul > li': {
    display: 'flex',
    gap: '8px',
    alignItems: 'baseline',
    padding: '2px 8px',
  },
  '.cm-tooltip.cr-choices .cm-completionDetail': {
    marginLeft: 'auto',
    paddingLeft: '16px',
    fontStyle: 'normal',
    color: 'var(--cr-text-faint)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '.cm-tooltip.cr-choices li[aria-selected] .cm-completionDetail, .cm-tooltip.cr-choices li[aria-selected] .cr-kind':
    {
      color: 'inherit',
    },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-tooltip.cm-completionInfo': { padding: '4px 8px', maxWidth: '260px' },
  '.cr-kind': { width: '1.2em', textAlign: 'center', color: 'var(--cr-text-faint)', fontSize: '11px' },
  '.cr-kind-table, .cr-kind-cte': { color: 'var(--cr-success)' },
  '.cr-kind-column': { color: 'var(--cr-accent)' },
  '.cr-kind-function': { color: 'var(--cr-warning)' },
});
