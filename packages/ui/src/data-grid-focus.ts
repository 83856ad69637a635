import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react';
import { copyText } from './copy-text.ts';
import { areaOf, type Focus, type GridArea, nextFocus } from './data-grid-model.ts';
import { isMenuKey, openMenuAt } from './menu-key.ts';

interface FocusProps {
  /** Rows to walk over. */
  count: number;
  /** Levels of headings above the headers. */
  headings: number;
  /** Places of the columns as they were given, in the order in which they are shown. */
  order: readonly number[];
  onMenu?: ((row: number, column: number) => void) | undefined;
  /** Cells are marked together; absent: one at a time. */
  onSelect?: ((area: GridArea) => void) | undefined;
  onCopy?: ((area: GridArea) => void) | undefined;
  onOpen?: ((row: number, column: number) => void) | undefined;
}

/** The cell that keys act on, and those that are marked with it. */
export function useFocus(props: FocusProps, onMove: (to: Focus) => void) {
  const { count, headings, order, onMenu, onSelect, onCopy, onOpen } = props;
  const id = useId();
  const [at, setAt] = useState<Focus>({ row: 0, column: 0 });
  const [anchor, setAnchor] = useState<Focus>();
  const area = onSelect && areaOf(anchor ?? at, at, order);
  const go = (to: Focus, from: Focus | undefined) => {
    setAt(to);
    setAnchor(from);
    onSelect?.(areaOf(from ?? to, to, order));
  };
  const openAt = ({ row, column }: Focus) => onOpen?.(row, order[column] ?? -1);
  const copy = (event: KeyboardEvent, cell: HTMLElement) => {
    // Marked text is copied by the browser.
    if (getSelection()?.isCollapsed === false) return;
    if (area && onCopy) {
      event.preventDefault();
      onCopy(area);
    } else void copyText(cell.textContent).catch(() => undefined);
  };
  const walk = (event: KeyboardEvent) => {
    const far = event.ctrlKey || event.metaKey;
    const cell = event.target === event.currentTarget ? document.getElementById(id) : null;
    if (cell && far && event.key === 'c') copy(event, cell);
    if (cell && far && event.key === 'a' && onSelect) {
      event.preventDefault();
      go({ row: count - 1, column: order.length - 1 }, { row: 0, column: 0 });
    }
    if (cell && onMenu && isMenuKey(event)) {
      event.preventDefault();
      openMenuAt(cell);
    }
    if (event.key === 'Enter' && cell) {
      // Else the key would press the first button of what is opened.
      event.preventDefault();
      const inside = cell.querySelector<HTMLElement>('a, button, [role="button"]');
      if (inside) inside.click();
      else openAt(at);
    }
    const next = nextFocus(event.key, at, count, order.length, far);
    // What a menu of a header opens tells the grid of its keys, too.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (!next || !isInside) return;
    event.preventDefault();
    go(next, event.shiftKey && onSelect ? (anchor ?? at) : undefined);
    onMove(next);
  };
  const pick = (event: MouseEvent) => {
    const place = placeOf(event, headings);
    if (place && event.button === 0) go(place, event.shiftKey && onSelect ? (anchor ?? at) : undefined);
  };
  /** The pointer is drawn over cells with its button held. */
  const draw = (event: MouseEvent) => {
    if (!onSelect || event.buttons !== 1) return;
    const place = placeOf(event, headings);
    if (place && (place.row !== at.row || place.column !== at.column)) go(place, anchor ?? at);
  };
  const open = (event: MouseEvent) => {
    const place = placeOf(event, headings);
    if (place) openAt(place);
  };
  return { id, at, marked: markedOf(at, anchor), walk, pick, draw, open };
}

/** Lines and places from one corner to the other; undefined for a cell alone. */
function markedOf(at: Focus, anchor: Focus | undefined) {
  if (!anchor || (anchor.row === at.row && anchor.column === at.column)) return undefined;
  return {
    top: Math.min(at.row, anchor.row),
    bottom: Math.max(at.row, anchor.row),
    from: Math.min(at.column, anchor.column),
    to: Math.max(at.column, anchor.column),
  };
}

/** The cell that something happened to; undefined beside the cells. */
export function placeOf({ target }: MouseEvent, headings: number): Focus | undefined {
  const cell =
    target instanceof Element ? target.closest('tbody [aria-colindex], tfoot [aria-colindex]') : null;
  if (!cell) return undefined;
  const row = Number(cell.parentElement?.getAttribute('aria-rowindex')) - headings - 2;
  return { row, column: Number(cell.getAttribute('aria-colindex')) - 1 };
}
