import {
  EditorSelection,
  EditorState,
  type Extension,
  Prec,
  StateEffect,
  StateField,
} from '@codemirror/state';
import { EditorView, hoverTooltip, keymap, showTooltip, type Tooltip } from '@codemirror/view';
import type { CodeNote, CodeService, CodeSpan } from './code-service.ts';

/** There a click with the control key opens a menu. */
const IS_MAC = /mac/i.test(navigator.platform);

type Asked = () => CodeService | undefined;

/** What is done with the names of a text: they tell what they are, lead to where they are given, and are changed together. */
export function codeNames(service: Asked): Extension {
  return [
    EditorState.allowMultipleSelections.of(true),
    hoverTooltip(async (view, at) => {
      const note = await service()?.note(view.state.doc.toString(), at, false);
      return note ? tooltipOf(note) : null;
    }),
    shown,
    renaming,
    Prec.highest(
      keymap.of([
        { key: 'Enter', run: endRenaming },
        { key: 'Escape', run: endRenaming },
      ]),
    ),
    keymap.of([
      { key: 'Mod-k', run: (view) => tell(view, service) },
      { key: 'F12', run: (view) => goTo(view, view.state.selection.main.head, service) },
      { key: 'F2', run: (view) => takeAll(view, service) },
      { key: 'Escape', run: close },
    ]),
    EditorView.domEventHandlers({
      mousedown: (event, view) => {
        if (!(IS_MAC ? event.metaKey : event.ctrlKey) || event.button !== 0) return false;
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
        return at !== null && goTo(view, at, service);
      },
    }),
    LOOK,
  ];
}

const show = StateEffect.define<Tooltip | null>();

/** The note that a key asked for, until something else is done. */
const shown = StateField.define<Tooltip | null>({
  create: () => null,
  update: (before, transaction) => {
    const effect = transaction.effects.find((each) => each.is(show));
    if (effect) return effect.value;
    return transaction.docChanged || transaction.selection ? null : before;
  },
  provide: (field) => showTooltip.from(field),
});

const startRenaming = StateEffect.define<null>();

/** Whether a name is being changed in all of its places: until the cursor is moved. */
const renaming = StateField.define<boolean>({
  create: () => false,
  update: (before, transaction) => {
    if (transaction.effects.some((each) => each.is(startRenaming))) return true;
    return before && (transaction.docChanged || !transaction.selection);
  },
});

/** Whether somebody writes a new name, for which there is nothing to offer. */
export function isRenaming(state: EditorState): boolean {
  return state.field(renaming, false) === true;
}

function endRenaming(view: EditorView): boolean {
  if (!isRenaming(view.state)) return false;
  view.dispatch({ selection: { anchor: view.state.selection.main.head } });
  return true;
}

function tooltipOf(note: CodeNote): Tooltip {
  return { pos: note.from, end: note.to, above: true, create: () => ({ dom: elementOf(note) }) };
}

function elementOf({ title, detail, about }: CodeNote): HTMLElement {
  const box = document.createElement('div');
  box.className = 'cr-note';
  const lines = [
    ['cr-note-title', title],
    ['cr-note-detail', detail],
    ['cr-note-about', about],
  ] as const;
  for (const [name, text] of lines) {
    if (!text) continue;
    const line = document.createElement('div');
    line.className = name;
    line.textContent = text;
    box.append(line);
  }
  return box;
}

function tell(view: EditorView, service: Asked): boolean {
  const { doc, selection } = view.state;
  const at = selection.main.head;
  void Promise.resolve(service()?.note(doc.toString(), at, true)).then((note) => {
    // Whoever goes on writing no longer asks.
    if (view.state.doc !== doc || view.state.selection.main.head !== at) return;
    showNote(view, note ?? said('Nothing is known of this place', { from: at, to: at }));
  });
  return true;
}

/** Shows a note until something else is done, and reads it out. */
export function showNote(view: EditorView, note: CodeNote): void {
  const text = [note.title, note.detail, note.about].filter(Boolean).join('. ');
  view.dispatch({ effects: [show.of(tooltipOf(note)), EditorView.announce.of(text)] });
}

/** A note of a sentence. */
export function said(title: string, { from, to }: CodeSpan, about?: string): CodeNote {
  return { from, to, title, detail: undefined, about };
}

function close(view: EditorView): boolean {
  if (view.state.field(shown) === null) return false;
  view.dispatch({ effects: show.of(null) });
  return true;
}

function goTo(view: EditorView, at: number, service: Asked): boolean {
  const text = view.state.doc.toString();
  const span = service()?.definition(text, at);
  if (!span) return service()?.open(text, at) ?? false;
  view.dispatch({
    selection: { anchor: span.from, head: span.to },
    effects: EditorView.scrollIntoView(span.from, { y: 'center' }),
  });
  view.focus();
  return true;
}

/** Selects a name everywhere, so that what is typed changes all of its places. */
function takeAll(view: EditorView, service: Asked): boolean {
  const at = view.state.selection.main.head;
  const places = service()?.places(view.state.doc.toString(), at) ?? [];
  if (places.length === 0) {
    showNote(view, said('Aliases and names of WITH can be renamed; this is none', { from: at, to: at }));
    return true;
  }
  const main = places.findIndex(({ from, to }) => from <= at && at <= to);
  view.dispatch({
    selection: EditorSelection.create(
      places.map(({ from, to }) => EditorSelection.range(from, to)),
      Math.max(0, main),
    ),
    effects: [
      startRenaming.of(null),
      EditorView.announce.of(`${places.length} places are selected: type the new name, then Enter`),
    ],
  });
  return true;
}

const LOOK = EditorView.theme({
  '.cr-note': { padding: '6px 10px', maxWidth: 'min(460px, 88vw)', fontSize: '12px', lineHeight: '1.5' },
  '.cr-note-title': { fontFamily: 'var(--cr-mono)', fontWeight: '600', overflowWrap: 'anywhere' },
  '.cr-note-detail': { fontFamily: 'var(--cr-mono)', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  '.cr-note-about': { color: 'var(--cr-text-faint)' },
});
