import { BOARD_PLACE, type BoardPlace, boardPlaceText } from '@chartroom/model';
import { ChartWanted } from '@chartroom/ui';
import { chartClickedEarly, doEarlyDeeds, endEarlyDeeds, hasEarlyDeeds, onEarlyDeed } from './early-deeds.ts';
import { areChartsDrawn, DEEDS, settled } from './settled.ts';

/** Seconds for which a browser remembers where a dashboard stood. */
const REMEMBERED = 90 * 86_400;
/** Milliseconds after which a picture goes in any case: what stands below it is what there is. */
const LATEST = 8_000;
/** Milliseconds without a change after which a page shows all that it has to show. */
const STILL = 100;
/** Milliseconds for which a page that a person has done something to waits until it looks like its picture. */
const PATIENCE = 3_000;
let drop = (): void => undefined;

/**
 * Takes the picture with which a page comes away as soon as what stands below it shows the same: one of a board when its charts
 * do, one of the whole window when all of it does; what the person has done to that one until then is done to the page.
 *
 * @param isAsking - whether an answer is on its way
 */
export function watchFirstPicture(isAsking: () => boolean): void {
  const picture = document.getElementById('first-picture');
  if (!picture) return;
  const end = new AbortController();
  // It shows how charts end: what moved behind it would be seen by nobody, and the picture would wait for its end.
  const { dataset } = document.documentElement;
  dataset.still = '';
  drop = () => {
    end.abort();
    delete dataset.still;
    for (const timer of [late, patience]) clearTimeout(timer);
    picture.remove();
    endEarlyDeeds();
  };
  const give = () => {
    picture.remove();
    doEarlyDeeds();
    drop();
  };
  const late = setTimeout(() => drop(), LATEST);
  const patience = setTimeout(() => (hasEarlyDeeds() ? give() : endEarlyDeeds()), PATIENCE);
  for (const deed of DEEDS)
    window.addEventListener(deed, () => drop(), { capture: true, signal: end.signal });
  if (!isWhole(picture)) {
    watchCharts(end.signal);
    return;
  }
  void settled({ isAsking, still: STILL, signal: end.signal }).then(give);
  onEarlyDeed(() => hurryChart(give, end.signal));
}

/** A chart that a person has clicked in the picture is drawn before all others, and clicked as soon as it stands there. */
function hurryChart(give: () => void, signal: AbortSignal): void {
  const look = () => {
    if (signal.aborted) return;
    const tile = chartClickedEarly();
    tile?.querySelector('[data-chart-moving]')?.dispatchEvent(new ChartWanted());
    if (tile?.querySelector('[data-chart-drawn]')) give();
  };
  onChartChange(look, signal);
  look();
}

function watchCharts(signal: AbortSignal): void {
  let isLooking = false;
  const look = () => {
    isLooking = false;
    // Pictures are painted in the frame after they were drawn.
    if (!signal.aborted && areChartsDrawn() && document.querySelector('article[data-status]'))
      requestAnimationFrame(() => requestAnimationFrame(drop));
  };
  const onChange = () => {
    if (isLooking) return;
    isLooking = true;
    requestAnimationFrame(look);
  };
  onChartChange(onChange, signal);
}

/** Tells when charts come, are drawn or begin to be. */
function onChartChange(changed: () => void, signal: AbortSignal): void {
  const changes = new MutationObserver(changed);
  changes.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['data-status', 'data-chart-drawn', 'data-chart-moving'],
  });
  signal.addEventListener('abort', () => changes.disconnect());
}

function isWhole(picture: HTMLElement): boolean {
  return picture.dataset.whole !== undefined;
}

/** The page shows something else, or at another place. */
export function dropFirstPicture(): void {
  drop();
}

/** Remembers where a dashboard stands, for the next time that its page is asked for; undefined: it is to come without a picture. */
export function rememberBoardPlace(path: string, place: BoardPlace | undefined): void {
  const value = place ? boardPlaceText(place) : '';
  const age = place ? REMEMBERED : 0;
  // biome-ignore lint/suspicious/noDocumentCookie: the other way to write one is not in every browser that we serve
  document.cookie = `${BOARD_PLACE}=${value}; path=${path}; max-age=${age}; samesite=lax`;
  const picture = document.getElementById('first-picture');
  if (!picture || isWhole(picture)) return;
  const shown = picture.getBoundingClientRect();
  const isThere =
    place !== undefined &&
    Math.abs(shown.left - place.x) < 2 &&
    Math.abs(shown.top - place.y) < 2 &&
    Math.abs(shown.width - place.width) < 2;
  if (!isThere) drop();
}
