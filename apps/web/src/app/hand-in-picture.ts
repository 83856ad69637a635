import { MOST_ASKED, PICTURE_KEY, pagePictureApi } from '@chartroom/model';
import { api } from '../api/api.ts';
import { bootstrap } from '../base/bootstrap.ts';
import { DEEDS, settled } from '../base/settled.ts';
import { rememberWindowLook, windowLook } from '../base/window-look.ts';

/** Milliseconds without a change after which nobody waits for the page any more. */
const STILL = 400;

/**
 * Hands in what the page looks like once it is complete, where the server has no picture of such a page: the next one begins
 * with it. Not of a page that the person has done anything to.
 *
 * @param isAsking - whether an answer is on its way
 */
export async function handInPicture(isAsking: () => boolean): Promise<void> {
  const told = bootstrap.window_look;
  const isKnown = told === windowLook();
  // Cookies are written while everything waits.
  if (!isKnown) rememberWindowLook();
  window.addEventListener('pagehide', rememberWindowLook);
  const key = document.querySelector<HTMLMetaElement>(`meta[name="${PICTURE_KEY}"]`)?.content;
  if (!key || !isKnown) return;
  const end = new AbortController();
  for (const deed of DEEDS)
    window.addEventListener(deed, () => end.abort(), { capture: true, signal: end.signal });
  await settled({ isAsking, still: STILL, signal: end.signal });
  const { windowPicture } = await import('../shared/picture/window-picture.ts');
  await idle();
  // Some browsers let nobody read an image that elements of a page were laid out in.
  const picture = await windowPicture().catch(() => undefined);
  // What a page has kept for the next time may be what that looks by.
  const isTrue = !end.signal.aborted && told === windowLook();
  if (picture === undefined || !isTrue) return;
  const asked = askedCalls();
  if (!asked) return;
  // Nobody waits for it: without it the next page comes without a picture.
  await api(pagePictureApi.keep, { params: { key }, body: { picture, asked } }).catch(() => undefined);
}

/** What the page has asked the server for by now; undefined where that is more than a browser remembers. */
function askedCalls(): { address: string; size: number }[] | undefined {
  const fetched = performance
    .getEntriesByType('resource')
    .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming);
  if (fetched.length >= MOST_ASKED) return undefined;
  const origin = window.location.origin;
  return fetched
    .filter(({ initiatorType, name }) => initiatorType === 'fetch' && name.startsWith(`${origin}/`))
    .map(({ name, decodedBodySize }) => ({ address: name.slice(origin.length), size: decodedBodySize }));
}

/** When the page has nothing else to do; not every browser tells. */
function idle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve);
    else setTimeout(resolve);
  });
}
