import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useRemembered } from '../../../shared/use-remembered.ts';
import styles from '../filter-bar.module.css';
import { useDashboard } from '../store/dashboard-context.ts';

const LEAST = 260;
const MOST = 550;
/** Pixels of one press of an arrow key. */
const STEP = 10;

/** How wide the bar of a dashboard is, as this browser remembers it. */
export function useBarWidth(): [width: number, setWidth: (width: number) => void, keep: () => void] {
  const id = useDashboard((state) => state.dashboard.info.id);
  const [kept, remember] = useRemembered(`chartroom.filter_bar_width.${id}`);
  const [width, setWidth] = useState(within(Number(kept ?? LEAST)));
  return [width, (next) => setWidth(within(next)), () => remember(String(width))];
}

export interface WidthHandleProps {
  width: number;
  onWidth: (width: number) => void;
  /** Told when it has its width. */
  onEnd: () => void;
}

/** The edge of the bar: dragged, or moved with the arrow keys. */
export function WidthHandle({ width, onWidth, onEnd }: WidthHandleProps) {
  const [from, setFrom] = useState<number>();
  const begin = (event: PointerEvent<HTMLHRElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setFrom(event.clientX - width);
  };
  const end = () => {
    setFrom(undefined);
    onEnd();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP, Home: LEAST - width, End: MOST - width }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onWidth(width + step);
  };
  return (
    <hr
      className={styles.handle}
      aria-orientation="vertical"
      aria-label="Width of the filter bar"
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      aria-valuenow={width}
      tabIndex={0}
      onPointerDown={begin}
      onPointerMove={({ clientX }) => from !== undefined && onWidth(clientX - from)}
      onPointerUp={end}
      onKeyDown={press}
      onKeyUp={onEnd}
    />
  );
}

function within(width: number): number {
  return Number.isFinite(width) ? Math.max(LEAST, Math.min(MOST, Math.round(width))) : LEAST;
}
