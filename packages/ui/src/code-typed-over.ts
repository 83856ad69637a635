import { EditorView } from '@codemirror/view';

/** A selection of more signs than this is not left to the browser. */
const LONG = 1_000;

/**
 * Text that is typed over a long selection. The editor lets the browser change the page and reads what came of it; taking
 * away the pieces of one coloured line of 20,000 signs keeps the browser busy for half a minute.
 */
export const TYPED_OVER = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { data, inputType } = event;
    const { from, to } = view.state.selection.main;
    if (inputType !== 'insertText' || !data || event.isComposing || view.composing || view.state.readOnly)
      return false;
    if (to - from <= LONG || view.state.selection.ranges.length > 1) return false;
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    // Quotes and brackets are put around what is selected.
    const isTaken = view.state
      .facet(EditorView.inputHandler)
      .some((take) => take(view, from, to, data, insert));
    if (!isTaken) view.dispatch(insert());
    // Kept from the browser, too.
    return true;
  },
});
