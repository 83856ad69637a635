import type { Ground } from '../records/ground.ts';
import type { WithCallers } from '../security/caller.ts';
import type { WithSessions } from '../security/sessions.ts';
import type { Picture, PictureRequest, WithPictures } from './picture-taker.ts';

/** Seconds of a session for one picture, beyond the time that the picture may take. */
const GRACE = 30;

/** Takes a picture in a session of somebody's that ends with it. Rejects when they have no account any more, and as the taker does. */
export async function pictureAs(
  viewer: number,
  request: Omit<PictureRequest, 'session'>,
  services: Pick<Ground, 'config'> & WithCallers & WithPictures & WithSessions,
  signal: AbortSignal,
): Promise<Picture> {
  const { callers, config, sessions, pictures } = services;
  const user = (await callers.byId(viewer))?.user;
  if (!user) throw new Error('Who a picture is taken as has no account any more.');
  const seconds = config.SCREENSHOT_TIMEOUT + GRACE;
  const session = await sessions.begin(user, { address: '', agent: 'Chartroom (a picture)', seconds });
  try {
    const patience = AbortSignal.timeout(seconds * 1_000);
    return await pictures.take({ ...request, session }, AbortSignal.any([signal, patience]));
  } finally {
    await sessions.end(session);
  }
}
