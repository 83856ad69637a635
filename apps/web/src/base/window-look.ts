import { WINDOW_LOOK, type WindowLook, windowLookText } from '@chartroom/model';
import { browserStorage } from './browser-storage.ts';

/** Seconds for which a browser remembers it. */
const REMEMBERED = 90 * 86_400;
/** Other conditions of the system that pages look by. */
const CONDITIONS = ['(prefers-contrast: more)', '(prefers-reduced-motion: reduce)', '(hover: none)'];

/** What the browser keeps that no page looks by: for whom a dashboard is open, and what was heard last of jobs. */
const UNSEEN = ['dashboard__explore_context', 'last_async_event_id'];

/** Whether they hold; asked when the page begins, since a page that ends is told nothing of its system any more. */
const DARK = matchMedia('(prefers-color-scheme: dark)').matches;
const SYSTEM = CONDITIONS.map((condition) => matchMedia(condition).matches);

/** What this window looks like before anything is in it, as the server is told with the next request for a page. */
export function windowLook(): string {
  const storage = browserStorage();
  const names = Object.keys(storage ?? {}).filter((name) => !UNSEEN.includes(name));
  const kept = names.sort().map((name) => [name, storage?.getItem(name)]);
  const look: WindowLook = {
    width: window.innerWidth,
    height: window.innerHeight,
    scale: window.devicePixelRatio,
    dark: DARK,
    digest: digestOf(JSON.stringify([kept, SYSTEM, navigator.language])),
  };
  return windowLookText(look);
}

/** Tells the server with the next request for a page. */
export function rememberWindowLook(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the other way to write one is not in every browser that we serve
  document.cookie = `${WINDOW_LOOK}=${windowLook()}; path=/; max-age=${REMEMBERED}; samesite=lax`;
}

/** A number for a text, which differs where texts differ (FNV-1a). */
function digestOf(text: string): string {
  let digest = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1)
    digest = Math.imul(digest ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return digest.toString(36);
}
