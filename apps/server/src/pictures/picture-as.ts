import type { WithData } from '../data/ports.ts';
import type { WithDrawings } from '../drawings/drawing-room.ts';
import type { Ground } from '../records/ground.ts';
import type { WithCallers } from '../security/caller.ts';
import type { WithSessions } from '../security/sessions.ts';
import { drawnPage, type PageToDraw } from './drawn-page.ts';
import type { Picture, WithPictures } from './picture-taker.ts';

/** Seconds of a session for one picture, beyond the time that the picture may take. */
const GRACE = 30;

/** With what pictures are made: drawn by the server, or taken by a browser. */
export type PictureMakers = Ground & WithCallers & WithData & WithDrawings & WithPictures & WithSessions;

/**
 * A picture of a page as somebody may see it: drawn by the server; where the operator wants that, taken by a browser in a session
 * of theirs that ends with it. Rejects when they have no account any more, and as what draws or takes it does.
 */
export async function pictureAs(
  viewer: number,
  page: PageToDraw,
  services: PictureMakers,
  signal: AbortSignal,
): Promise<Picture> {
  const { callers, config, sessions, pictures } = services;
  const caller = await callers.byId(viewer);
  const user = caller?.user;
  if (!user) throw new Error('Who a picture is made for has no account any more.');
  const seconds = config.SCREENSHOT_TIMEOUT + GRACE;
  const until = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1_000)]);
  if (!config.PICTURES_BY_CHROMIUM) return drawnPage(page, { services, caller, signal: until });
  const session = await sessions.begin(user, { address: '', agent: 'Chartroom (a picture)', seconds });
  try {
    return await pictures.take({ ...page, session }, until);
  } finally {
    await sessions.end(session);
  }
}
