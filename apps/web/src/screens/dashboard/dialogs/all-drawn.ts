import { visibleCharts } from '@chartroom/model';
import type { DashboardStore } from '../store/dashboard-store.ts';

/** Milliseconds between looks. */
const PAUSE = 50;
/** Looks after which what still moves is taken as it is. */
const PATIENCE = 100;

/** Waits until every chart of the open tabs has its answer, is drawn, and stands still. Rejects with the signal's reason. */
export async function allDrawn(
  store: DashboardStore,
  board: HTMLElement,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (ready: number, all: number) => void },
): Promise<void> {
  for (;;) {
    const { layout, activeTabs, tiles } = store.getState();
    const charts = visibleCharts(layout, activeTabs);
    const ready = charts.filter((id) => {
      const status = tiles[id]?.status;
      return status !== undefined && status !== 'waiting' && status !== 'loading';
    });
    onProgress(ready.length, charts.length);
    if (ready.length === charts.length) break;
    await pause(signal);
  }
  for (let look = 0; look < PATIENCE && isUnderWay(board); look += 1) await pause(signal);
}

/** Whether something in it is still to be drawn, or moves. */
function isUnderWay(board: HTMLElement): boolean {
  if (board.querySelector('.ant-skeleton, [data-chart-moving]')) return true;
  return [...board.querySelectorAll('[data-status="success"]')].some((tile) => {
    const frame = tile.querySelector('[data-chart-frame]');
    return frame === null || frame.childElementCount === 0;
  });
}

async function pause(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  signal.throwIfAborted();
}
