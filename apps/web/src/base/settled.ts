/** What a person does to a page goes before any picture of it. */
export const DEEDS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/** Milliseconds between two looks. */
const OFTEN = 50;
/** What stands where something is not there yet, or has not come to its end. */
const UNREADY = [
  '.ant-skeleton',
  '.ant-spin-spinning',
  '[data-pending="true"]',
  '[data-loading="true"]',
  '[data-chart-moving]',
  '[data-status="idle"]',
  '[data-status="waiting"]',
  '[data-status="loading"]',
  '[data-tab-status="running"]',
].join();

export interface Settling {
  /** Whether an answer is on its way. */
  isAsking: () => boolean;
  /** Milliseconds in which nothing has changed. */
  still: number;
  /** Ends the waiting, which is never over then. */
  signal: AbortSignal;
}

/** Is over when the page shows all that it has to show. */
export function settled({ isAsking, still, signal }: Settling): Promise<void> {
  return new Promise((resolve) => {
    let changed = performance.now();
    const changes = new MutationObserver(() => {
      changed = performance.now();
    });
    const end = () => {
      clearInterval(looks);
      changes.disconnect();
    };
    const looks = setInterval(() => {
      if (performance.now() - changed < still || isAsking() || !isComplete()) return;
      end();
      resolve();
    }, OFTEN);
    changes.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    signal.addEventListener('abort', end);
  });
}

function isComplete(): boolean {
  const screen = document.getElementById('main');
  const isThere = screen !== null && screen.childElementCount > 0;
  return isThere && areChartsDrawn() && ![...document.querySelectorAll(UNREADY)].some(isInSight);
}

/** Whether every chart of a board that is in sight shows what it has to show. */
export function areChartsDrawn(): boolean {
  return [...document.querySelectorAll('article[data-status]')].filter(isInSight).every(isDrawn);
}

function isInSight(element: Element): boolean {
  return element.checkVisibility() && element.getBoundingClientRect().top < window.innerHeight;
}

function isDrawn(tile: Element): boolean {
  const isEnded = ['failed', 'stopped'].includes(tile.getAttribute('data-status') ?? '');
  return isEnded || tile.querySelector('[data-chart-drawn]') !== null;
}
