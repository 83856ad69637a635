import { BOARD_PLACE, type BoardPlace, boardPlaceText } from '@chartroom/model';

/** Seconds for which a browser remembers where a dashboard stood. */
const REMEMBERED = 90 * 86_400;
/** Milliseconds after which a picture goes in any case: what stands below it is what there is. */
const LATEST = 8_000;
/** What a person does to a page goes before any picture of it. */
const DEEDS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

let drop = (): void => undefined;

/** Takes the picture with which a dashboard comes away as soon as the charts below it show the same. */
export function watchFirstPicture(): void {
  const picture = document.getElementById('first-picture');
  if (!picture) return;
  const end = new AbortController();
  let isLooking = false;
  drop = () => {
    end.abort();
    changes.disconnect();
    clearTimeout(late);
    picture.remove();
  };
  const look = () => {
    isLooking = false;
    // Pictures are painted in the frame after they were drawn.
    if (!end.signal.aborted && isDrawn()) requestAnimationFrame(() => requestAnimationFrame(drop));
  };
  const changes = new MutationObserver(() => {
    if (isLooking) return;
    isLooking = true;
    requestAnimationFrame(look);
  });
  const late = setTimeout(() => drop(), LATEST);
  for (const deed of DEEDS)
    window.addEventListener(deed, () => drop(), { capture: true, signal: end.signal });
  changes.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['data-status', 'data-chart-drawn'],
  });
}

/** The page shows something else, or at another place. */
export function dropFirstPicture(): void {
  drop();
}

/** Whether every chart in sight shows what it has to show. */
function isDrawn(): boolean {
  const tiles = [...document.querySelectorAll('article[data-status]')].filter(
    (tile) => tile.checkVisibility() && tile.getBoundingClientRect().top < window.innerHeight,
  );
  return tiles.length > 0 && tiles.every(isSettled);
}

function isSettled(tile: Element): boolean {
  const isEnded = ['failed', 'stopped'].includes(tile.getAttribute('data-status') ?? '');
  return isEnded || tile.querySelector('[data-chart-drawn]') !== null;
}

/** Remembers where a dashboard stands, for the next time that its page is asked for; undefined: it is to come without a picture. */
export function rememberBoardPlace(path: string, place: BoardPlace | undefined): void {
  const value = place ? boardPlaceText(place) : '';
  const age = place ? REMEMBERED : 0;
  // biome-ignore lint/suspicious/noDocumentCookie: the other way to write one is not in every browser that we serve
  document.cookie = `${BOARD_PLACE}=${value}; path=${path}; max-age=${age}; samesite=lax`;
  const picture = document.getElementById('first-picture');
  if (!picture) return;
  const shown = picture.getBoundingClientRect();
  const isThere =
    place !== undefined &&
    Math.abs(shown.left - place.x) < 2 &&
    Math.abs(shown.top - place.y) < 2 &&
    Math.abs(shown.width - place.width) < 2;
  if (!isThere) drop();
}
