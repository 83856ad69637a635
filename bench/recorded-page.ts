import type { CDPSession, Page } from 'playwright-core';
import { differs } from '../e2e/support/pictures-differ.ts';
import { pause } from '../e2e/support/product.ts';

/** What opening a page was like; times in milliseconds since the navigation began. */
export interface Opening {
  /** The first frame from which on no frame differs from the last by more than `SAME` of its blocks. */
  complete: number;
  /** The first frame that shows something. */
  first: number;
  /** What `readyAt` waited for. */
  ready: number;
  /** What a deed's `doneAt` waited for. */
  done?: number;
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
  var notedByBench: { shift: number; task: number; ready: number | false };
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
/** Milliseconds between two looks at whether a page is ready. */
const OFTEN = 20;
const PATIENCE = 60_000;

/** A page that is opened. */
export interface Opened {
  address: string;
  /** Runs in the page before each frame: its `performance.now()` when it is there to be used. */
  readyAt: () => number | false;
  /** A click that is made as soon as the page shows something; `doneAt` runs as `readyAt`: when it has done what it does. */
  click?: { x: number; y: number; doneAt: () => number | false };
}

/**
 * Opens an address twice: once with the frames of the screen recorded until they stand still, and once without, for when it is
 * ready and for its longest task: to pack a frame takes two processors longer than to draw it; a third time for a click. Nothing but
 * the protocol of the browser asks the page; what else Playwright puts into a page for that costs it 50 ms.
 *
 * @param newPage - opens an empty page each time: what one leaves behind is not counted with the next
 * @param darkroom - another page, in which frames are compared
 */
export async function measureOpening(
  newPage: () => Promise<Page>,
  darkroom: Page,
  { address, readyAt, click }: Opened,
): Promise<Opening> {
  const shown = await opened(newPage, readyAt, async (protocol, page) => {
    const frames = await recorded(protocol, page, () => made(protocol, page, address));
    const { begun, ...counted } = await page.evaluate(noteOpening);
    const times = await completed(
      darkroom,
      frames.filter(({ at }) => at >= begun),
    );
    return { ...counted, first: times.first - begun, complete: times.complete - begun };
  });
  const quiet = await opened(newPage, readyAt, async (protocol, page) => {
    await made(protocol, page, address);
    await page.waitForTimeout(STILL);
    return page.evaluate(noteOpening);
  });
  const opening = { ...shown, ready: quiet.ready, task: quiet.task };
  if (!click) return opening;
  const done = await opened(newPage, click.doneAt, async (protocol, page) => {
    await made(protocol, page, address, async () => {
      await until(protocol, 'document.getElementById("first-picture")?.complete === true', address);
      for (const type of ['mousePressed', 'mouseReleased'] as const)
        await protocol.send('Input.dispatchMouseEvent', {
          x: click.x,
          y: click.y,
          type,
          button: 'left',
          clickCount: 1,
        });
    });
    return (await page.evaluate(noteOpening)).ready;
  });
  return { ...opening, done };
}

async function opened<Answer>(
  newPage: () => Promise<Page>,
  readyAt: () => number | false,
  measure: (protocol: CDPSession, page: Page) => Promise<Answer>,
): Promise<Answer> {
  const page = await newPage();
  try {
    await page.goto('about:blank');
    const protocol = await page.context().newCDPSession(page);
    await watchPages(protocol, readyAt);
    return await measure(protocol, page);
  } finally {
    await page.close();
  }
}

async function made(
  protocol: CDPSession,
  page: Page,
  address: string,
  act: () => Promise<void> = async () => undefined,
): Promise<void> {
  await page.goto(address, { waitUntil: 'commit' });
  await act();
  await until(protocol, 'globalThis.notedByBench.ready !== false', address);
}

/** Waits until something is so in the page. */
async function until(protocol: CDPSession, expression: string, address: string): Promise<void> {
  const begun = performance.now();
  for (;;) {
    const { result } = await protocol.send('Runtime.evaluate', { expression });
    if (result.value === true) return;
    if (performance.now() - begun > PATIENCE) throw new Error(`${address}: ${expression} did not come.`);
    await pause(OFTEN);
  }
}

/** The frames of the screen while something is done, until they stand still. */
async function recorded(protocol: CDPSession, page: Page, act: () => Promise<void>): Promise<Frame[]> {
  const frames: Frame[] = [];
  protocol.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ at: (metadata.timestamp ?? 0) * 1_000, picture: data });
    // A page that has gone on needs no further frame.
    protocol.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await protocol.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
  await act();
  await settled(page, frames);
  await protocol.send('Page.stopScreencast');
  return frames;
}

/** From the beginning of each page on: notes when it is ready, the tasks of the main thread that are long, and shifts. */
async function watchPages(protocol: CDPSession, readyAt: () => number | false): Promise<void> {
  await protocol.send('Page.enable');
  const source = `(${watchWork.toString()})(${readyAt.toString()})`;
  await protocol.send('Page.addScriptToEvaluateOnNewDocument', { source });
}

function watchWork(readyAt: () => number | false): void {
  const noted: typeof globalThis.notedByBench = { shift: 0, task: 0, ready: false };
  globalThis.notedByBench = noted;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput)
        noted.shift += Number(entry.value);
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noted.task = Math.max(noted.task, duration);
  }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    noted.ready = readyAt();
    if (noted.ready === false) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
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
    ready: Number(globalThis.notedByBench.ready),
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
