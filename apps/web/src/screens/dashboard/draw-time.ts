import { type RefObject, useEffect } from 'react';
import { useDashboard, useDashboardStore } from './store/dashboard-context.ts';

/** Milliseconds for which a picture is waited for: one that cannot be drawn is none. */
const PATIENCE = 10_000;

/** Measures how long the picture of a chart takes from its answer, or from when it comes near, until it stands there. */
export function useDrawTime(
  chart: number,
  frame: RefObject<HTMLElement | null>,
  nearSince: number | undefined,
): void {
  const store = useDashboardStore();
  const arrivedAt = useDashboard((state) => state.tiles[chart]?.timing?.arrivedAt);
  useEffect(() => {
    if (arrivedAt === undefined || nearSince === undefined) return;
    const isMeasured = store.getState().tiles[chart]?.timing?.drawing !== undefined;
    if (isMeasured) return;
    let frames = requestAnimationFrame(function look() {
      const drawing = performance.now() - Math.max(arrivedAt, nearSince);
      // Code that draws it may still be on its way.
      if (!frame.current?.querySelector('[data-chart-drawn]')) {
        if (drawing < PATIENCE) frames = requestAnimationFrame(look);
        return;
      }
      store.setState(({ tiles }) => {
        const tile = tiles[chart];
        if (tile?.timing?.arrivedAt !== arrivedAt) return {};
        return { tiles: { ...tiles, [chart]: { ...tile, timing: { ...tile.timing, drawing } } } };
      });
    });
    return () => cancelAnimationFrame(frames);
  }, [store, chart, frame, arrivedAt, nearSince]);
}
