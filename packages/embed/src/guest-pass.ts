/** Milliseconds before its end at which a token is renewed. */
const EARLY = 10_000;
/** Until it is tried again after no token came. */
const RETRY = 10_000;
/** Until a token is renewed that does not say when it ends. */
const USUAL = 240_000;
/** Clocks differ: a token that seems to be over is not asked for without end. */
const LEAST = 2_000;
/** The longest that timers wait for in browsers is 24 days. */
const MOST = 24 * 60 * 60 * 1000;
/** How long the site may take for a token. */
const PATIENCE = 30_000;

/** Fetches tokens of a guest as long as the frame is there. */
export interface GuestPass {
  end: () => void;
}

/** Gives a first token, and each next one before the last is over; tells of those that did not come, and tries again. */
export function keepGuestPass(options: {
  fetchToken: () => Promise<string>;
  give: (token: string) => void;
  fail: (error: unknown) => void;
}): GuestPass {
  const { fetchToken, give, fail } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const renew = async (): Promise<void> => {
    try {
      const token = await inTime(fetchToken());
      if (isOver) return;
      timer = setTimeout(renew, renewalIn(token, Date.now()));
      give(token);
    } catch (error) {
      if (isOver) return;
      timer = setTimeout(renew, RETRY);
      fail(error);
    }
  };
  void renew();
  return {
    end: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

/** Milliseconds until a token is to be renewed, at a moment in milliseconds since the epoch. */
export function renewalIn(token: string, now: number): number {
  const end = endOf(token);
  if (end === undefined) return USUAL;
  const left = end * 1000 - now;
  return Math.min(MOST, Math.max(LEAST, left - EARLY, left / 2));
}

/** When a token ends, in seconds since the epoch; undefined where it does not say so. */
function endOf(token: string): number | undefined {
  const [, claims = ''] = token.split('.');
  try {
    const read: unknown = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
    const end = typeof read === 'object' && read !== null && 'exp' in read ? Number(read.exp) : Number.NaN;
    return Number.isFinite(end) ? end : undefined;
  } catch {
    // Whatever it is, the server tells whether it opens anything.
    return undefined;
  }
}

async function inTime(token: Promise<string>): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`fetchToken gave nothing within ${PATIENCE / 1000} s.`)),
      PATIENCE,
    );
  });
  try {
    const given: unknown = await Promise.race([token, late]);
    if (typeof given !== 'string' || given === '') throw new Error('fetchToken has to give a token as text.');
    return given;
  } finally {
    clearTimeout(timer);
  }
}
