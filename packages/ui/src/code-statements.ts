import { type Extension, type Range, RangeSet, StateEffect, StateField } from '@codemirror/state';
import { EditorView, GutterMarker, gutter, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { type CodeService, serviceChanged } from './code-service.ts';

/** Milliseconds after a change until statements are looked for: not while keys are pressed. */
const REST_MS = 120;
/** A long text is given more rest: so many of its characters to a millisecond. */
const PER_MS = 2_000;

class RunMark extends GutterMarker {
  override eq(): boolean {
    return true;
  }

  override toDOM(): Node {
    const mark = document.createElement('span');
    mark.className = 'cr-run';
    mark.textContent = '▶';
    mark.title = 'Run this statement';
    return mark;
  }
}

const MARK = new RunMark();
const found = StateEffect.define<RangeSet<GutterMarker>>();

const marks = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update: (before, transaction) => {
    const effect = transaction.effects.find((each) => each.is(found));
    return effect ? effect.value : before.map(transaction.changes);
  },
});

/** A sign beside the beginning of each statement that runs it; where several begin on a line, all of those. */
export function statementMarks(service: () => CodeService | undefined): Extension {
  return [
    marks,
    finder(service),
    gutter({
      class: 'cr-runs',
      markers: (view) => view.state.field(marks),
      initialSpacer: () => MARK,
      domEventHandlers: {
        mousedown: (view, line, event) => {
          const known = service();
          const text = view.state.doc.toString();
          const begun = known?.statements(text).filter(({ from }) => from >= line.from && from <= line.to);
          const [first] = begun ?? [];
          const last = begun?.at(-1);
          if (!known || !first || !last) return false;
          event.preventDefault();
          known.run(text, { from: first.from, to: last.to });
          return true;
        },
      },
    }),
    LOOK,
  ];
}

function finder(service: () => CodeService | undefined): Extension {
  return ViewPlugin.define((view) => {
    let timer = setTimeout(find, 0);
    function find() {
      const { state } = view;
      const statements = service()?.statements(state.doc.toString()) ?? [];
      const ranges: Range<GutterMarker>[] = [];
      let line = 0;
      for (const { from } of statements) {
        const start = state.doc.lineAt(from).from;
        if (start !== line || ranges.length === 0) ranges.push(MARK.range(start));
        line = start;
      }
      view.dispatch({ effects: found.of(RangeSet.of(ranges)) });
    }
    return {
      update: ({ docChanged, state, transactions }: ViewUpdate) => {
        const isNew = transactions.some(({ effects }) => effects.some((effect) => effect.is(serviceChanged)));
        if (!docChanged && !isNew) return;
        clearTimeout(timer);
        timer = setTimeout(find, REST_MS + state.doc.length / PER_MS);
      },
      destroy: () => clearTimeout(timer),
    };
  });
}

const LOOK = EditorView.theme({
  '.cr-runs .cm-gutterElement': { width: '18px', textAlign: 'center' },
  '.cr-run': { cursor: 'pointer', fontSize: '9px', color: 'var(--cr-text-faint)' },
  '.cr-run:hover': { color: 'var(--cr-accent)' },
});
