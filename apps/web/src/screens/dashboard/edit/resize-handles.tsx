import {
  GRID_COLUMNS,
  GRID_UNIT,
  heightOf,
  type LayoutItem,
  resizeComponent,
  sizableSides,
  widthBounds,
  widthOf,
} from '@chartroom/model';
import { type PointerEvent, type RefObject, useRef } from 'react';
import { useDashboard, useDashboardStore } from '../store/dashboard-context.ts';
import { editLayout } from '../store/editing.ts';
import styles from './edit.module.css';

/** Pixels between two columns. */
const GUTTER = 16;

interface Grip {
  width: boolean;
  height: boolean;
}

const GRIPS: readonly (Grip & { name: string })[] = [
  { name: 'right', width: true, height: false },
  { name: 'bottom', width: false, height: true },
  { name: 'corner', width: true, height: true },
];

/** The edges by which a component is sized: width in whole columns, height in steps of 8 pixels (contract/ui.md B2). */
export function ResizeHandles({
  item,
  frame,
}: {
  item: LayoutItem;
  frame: RefObject<HTMLDivElement | null>;
}) {
  const sidesText = useDashboard(({ layout }) => {
    const { width, height } = sizableSides(layout, item);
    return `${width ? 'width ' : ''}${height ? 'height' : ''}`;
  });
  const size = useResizing(item, frame);
  const sides = { width: sidesText.includes('width'), height: sidesText.includes('height') };
  return GRIPS.filter((grip) => (!grip.width || sides.width) && (!grip.height || sides.height)).map(
    ({ name, ...grip }) => (
      <div
        key={name}
        className={styles.grip}
        data-grip={name}
        aria-hidden
        onPointerDown={(event) => size.start(event, grip)}
        onPointerMove={size.move}
        onPointerUp={size.end}
        onPointerCancel={size.cancel}
      />
    ),
  );
}

interface Sizing {
  grip: Grip;
  x: number;
  y: number;
  /** Pixels of a column with the gap beside it. */
  step: number;
  width: number;
  height: number;
}

/** Sizes a component by a pointer; the layout changes once, when it is let go. */
function useResizing(item: LayoutItem, frame: RefObject<HTMLDivElement | null>) {
  const store = useDashboardStore();
  const sizing = useRef<Sizing>(undefined);

  const sizeAt = ({ clientX, clientY }: PointerEvent, { grip, x, y, step, width, height }: Sizing) => {
    const { least, most } = widthBounds(store.getState().layout, item);
    const columns = Math.round(width + (clientX - x) / step);
    const units = Math.round((height + clientY - y) / GRID_UNIT);
    return {
      ...(grip.width && { width: Math.min(most, Math.max(least, columns)) }),
      ...(grip.height && { height: Math.min(100, Math.max(5, units)) }),
    };
  };
  const show = (size: { width?: number; height?: number }) => {
    if (size.width !== undefined) frame.current?.style.setProperty('--columns', String(size.width));
    if (size.height !== undefined) frame.current?.style.setProperty('height', `${size.height * GRID_UNIT}px`);
  };
  const stop = () => {
    sizing.current = undefined;
    delete frame.current?.dataset.sizing;
  };

  return {
    start: (event: PointerEvent<HTMLDivElement>, grip: Grip) => {
      const row = frame.current?.parentElement;
      if (event.button !== 0 || !row) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      if (frame.current) frame.current.dataset.sizing = 'true';
      sizing.current = {
        grip,
        x: event.clientX,
        y: event.clientY,
        step: (row.clientWidth + GUTTER) / GRID_COLUMNS,
        width: widthOf(item),
        height: heightOf(item),
      };
    },
    move: (event: PointerEvent) => {
      if (sizing.current) show(sizeAt(event, sizing.current));
    },
    end: (event: PointerEvent) => {
      if (!sizing.current) return;
      const size = sizeAt(event, sizing.current);
      stop();
      editLayout(store, (layout) => ({ layout: resizeComponent(layout, item.id, size) }));
    },
    cancel: () => {
      stop();
      show({ width: widthOf(item), height: heightOf(item) / GRID_UNIT });
    },
  };
}
