import type { CDPSession, Page } from 'playwright-core';
import { differs } from '../e2e/support/pictures-differ.ts';

/** What opening a page was like; times in milliseconds since the navigation began. */
export interface Opening {
  /** The first frame from which on no frame differs from the last by more than `SAME` of its blocks. */
  complete: number;
  /** The first frame that shows something. */
  first: number;
  /** What `readyAt` waited for. */
  usable: number;
  requests: number;
  /** Bytes as sent: of scripts, of everything. */
  script: number;
  bytes: number;
  /** Sum of layout shifts that nobody caused. */
  shift: number;
  /** The longest task of the main thread. */
  task: number;
}

declare global {
  /** What `watchWork` noted in a page. */
  var notedByBench: { shift: number; task: number };
}

interface Frame {
  /** Milliseconds since the epoch. */
  at: number;
  /** A PNG, base64. */
  picture: string;
}

/** The share of blocks that may differ in equal pictures. */
const SAME = 0.005;
/** Milliseconds without a new frame after which a page stands still. */
const STILL = 700;

/**
 * Opens an address and records the frames of the screen until they stand still.
 *
 * @param darkroom - another page, in which frames are compared
 * @param readyAt - runs in the page before each frame: its `performance.now()` when a person can use what it is there for
 */
export async function recordOpening(
  page: Page,
  darkroom: Page,
  address: string,
  readyAt: () => number | false,
): Promise<Opening> {
  await page.goto('about:blank');
  const protocol = await page.context().newCDPSession(page);
  const frames: Frame[] = [];
  protocol.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ at: (metadata.timestamp ?? 0) * 1_000, picture: data });
    // A page that has gone on needs no further frame.
    protocol.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await protocol.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
  await page.goto(address, { waitUntil: 'commit' });
  const ready = await page.waitForFunction(readyAt, undefined, { polling: 'raf', timeout: 60_000 });
  const usable = Number(await ready.jsonValue());
  await settled(page, frames);
  await protocol.send('Page.stopScreencast');
  const noted = await page.evaluate(noteOpening);
  await protocol.detach();
  const shown = frames.filter(({ at }) => at >= noted.begun);
  const times = await completed(darkroom, shown);
  const { begun, ...counted } = noted;
  return { ...counted, usable, first: times.first - begun, complete: times.complete - begun };
}

/** Counts the tasks of the main thread that are long, and shifts, from the beginning of each page on. */
export async function watchPages(protocol: CDPSession): Promise<void> {
  await protocol.send('Page.enable');
  await protocol.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${watchWork.toString()})()` });
}

function watchWork(): void {
  const noted = { shift: 0, task: 0 };
  globalThis.notedByBench = noted;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput)
        noted.shift += Number(entry.value);
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noted.task = Math.max(noted.task, duration);
  }).observe({ type: 'longtask', buffered: true });
}

/** In the page: what it fetched and how it went. */
function noteOpening() {
  const fetched = performance
    .getEntriesByType('resource')
    .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming);
  const [page] = performance.getEntriesByType('navigation');
  const own = page instanceof PerformanceNavigationTiming ? page.encodedBodySize : 0;
  const sum = (entries: PerformanceResourceTiming[]) =>
    entries.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0);
  return {
    begun: performance.timeOrigin,
    // What the cache had is not asked for.
    requests: 1 + fetched.filter(({ transferSize }) => transferSize > 0).length,
    script: sum(fetched.filter(({ name }) => name.endsWith('.js'))),
    bytes: own + sum(fetched),
    ...globalThis.notedByBench,
  };
}

async function settled(page: Page, frames: readonly Frame[]): Promise<void> {
  for (let count = -1; count !== frames.length; ) {
    count = frames.length;
    await page.waitForTimeout(STILL);
  }
}

/** From which frame on nothing differs from the last one, and which is the first that differs from an empty page. */
async function completed(
  darkroom: Page,
  frames: readonly Frame[],
): Promise<{ first: number; complete: number }> {
  const last = frames.at(-1);
  if (!last) throw new Error('No frame was recorded.');
  let at = frames.length - 1;
  while (at > 0 && (await differs(darkroom, frames[at - 1]?.picture, last.picture)) <= SAME) at -= 1;
  let from = 0;
  while (from < at && (await differs(darkroom, undefined, frames[from]?.picture)) <= SAME) from += 1;
  return { first: frames[from]?.at ?? last.at, complete: frames[at]?.at ?? last.at };
}
