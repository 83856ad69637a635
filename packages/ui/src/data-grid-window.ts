import {
  defaultRangeExtractor,
  observeElementOffset,
  type Range,
  useVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Up to this many rows all of them are on the page: it finds, marks and prints them. */
const FEW_ROWS = 250;
/** Rows and columns beyond the edges: those that a step of scrolling brings are there; those that it passes cost time. */
const OVERSCAN = { rows: 3, columns: 1 };
const HERE = typeof document !== 'undefined';
/** What is in view where there is no page; on a page nothing is, until it has measured itself. */
const FIRST_RECT = HERE ? { width: 0, height: 0 } : { width: 1200, height: 800 };

interface WindowOptions {
  scroller: RefObject<HTMLDivElement | null>;
  /** Number of rows. */
  count: number;
  /** Pixels of each. */
  rowHeight: number;
  /** Where columns begin, and where the last one ends. */
  edges: readonly number[];
  /** So many columns at the beginning stay in sight. */
  pinned: number;
  /** Pixels that stay in sight above the rows and below them. */
  above: number;
  below: number;
}

/** Which rows and columns are in view. */
export function useWindow({ scroller, count, rowHeight, edges, pinned, above, below }: WindowOptions) {
  const [step] = useState(() => new ScrollStep());
  const shared = {
    getScrollElement: () => scroller.current,
    initialRect: FIRST_RECT,
    // Else each of them would draw the grid by itself.
    useFlushSync: false,
  };
  const vertical = useVirtualizer<HTMLDivElement, Element>({
    ...shared,
    count,
    estimateSize: () => rowHeight,
    overscan: count <= FEW_ROWS ? FEW_ROWS : OVERSCAN.rows,
    ...(count > FEW_ROWS && { rangeExtractor: step.rowsOf }),
    observeElementOffset: step.first,
    scrollMargin: above,
    scrollPaddingStart: above,
    scrollPaddingEnd: below,
  });
  const horizontal = useVirtualizer<HTMLDivElement, Element>({
    ...shared,
    horizontal: true,
    count: edges.length - 1,
    estimateSize: (index) => (edges[index + 1] ?? 0) - (edges[index] ?? 0),
    overscan: OVERSCAN.columns,
    observeElementOffset: step.last,
    paddingStart: edges[0] ?? 0,
    scrollPaddingStart: edges[pinned] ?? 0,
    isRtl: HERE && document.dir === 'rtl',
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes are asked for anew when the edges have moved
  useLayoutEffect(() => horizontal.measure(), [horizontal, edges]);
  return { vertical, horizontal };
}

type Observed = Virtualizer<HTMLDivElement, Element>;
type Tell = (offset: number, isScrolling: boolean) => void;

/**
 * A step of scrolling as both directions learn of it: once, before anything is drawn, and drawn before the frame ends. What
 * listens first waits for what listens last.
 */
class ScrollStep {
  #waiting: (() => void) | undefined;
  #from = 0;

  readonly first = (observed: Observed, tell: Tell) =>
    observeElementOffset(observed, (...step) => {
      this.#waiting = () => tell(...step);
    });

  readonly last = (observed: Observed, tell: Tell) =>
    observeElementOffset(observed, (...step) =>
      flushSync(() => {
        this.#waiting?.();
        this.#waiting = undefined;
        tell(...step);
      }),
    );

  /** The rows of a step; where all are others than before, as with a thumb that is dragged, only those that are seen. */
  readonly rowsOf = (range: Range): number[] => {
    const rows = range.endIndex - range.startIndex;
    const isLeap = Math.abs(range.startIndex - this.#from) > rows;
    this.#from = range.startIndex;
    return defaultRangeExtractor(isLeap ? { ...range, overscan: 0 } : range);
  };
}
