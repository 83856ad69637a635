import {
  BOARD_PLACE,
  type BoardPlace,
  dataMasksSchema,
  HOUSE_FONT,
  readBoardPlace,
  readDashboardMetadata,
} from '@chartroom/model';
import type { AnswersFrom } from '../drawings/asking.ts';
import { askDashboard } from '../drawings/board-picture.ts';
import type { AskedPicture, DrawingServices } from '../drawings/chart-picture.ts';
import type { Act } from '../http/act.ts';
import { storedObject } from '../records/stored-json.ts';
import { openDashboard } from '../resources/dashboard/dashboard-resource.ts';
import { lastState } from '../resources/dashboard/views/view-routes.ts';
import { earlyDeeds } from './early-deeds.ts';

/** Names of several words need no quotation marks, which would end attributes of pictures. */
const FONT = HOUSE_FONT.replaceAll('"', '');
const NO_STATE = { masks: {}, tabs: [] };

/** A dashboard as its board stands in a window. */
export interface PlacedBoard {
  asked: AskedPicture;
  place: BoardPlace;
}

/**
 * A dashboard as its board stood in the window the last time, asked as whoever asks for the page, with their rights as they are now;
 * undefined where its place is not known, or no picture shows it.
 *
 * @param cookies those of the request
 */
export async function placedBoard(
  idOrSlug: string,
  cookies: Readonly<Record<string, string | undefined>>,
  from: AnswersFrom,
  act: Act<DrawingServices>,
): Promise<PlacedBoard | undefined> {
  const place = readBoardPlace(cookies[BOARD_PLACE] ?? '');
  const asked = place && (await askedBoard(idOrSlug, place, from, act));
  return asked && { asked, place };
}

async function askedBoard(
  idOrSlug: string,
  { width, height, isNarrow, dark, language }: BoardPlace,
  from: AnswersFrom,
  act: Act<DrawingServices>,
): Promise<AskedPicture | undefined> {
  const id = await openDashboard(idOrSlug, act);
  const { css, json_metadata } = await act.services.db
    .selectFrom('dashboards')
    .select(['css', 'json_metadata'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  // What its author's rules do to a page, no picture knows.
  if (css?.trim()) return undefined;
  const { remember_viewer_state: remembers } = readDashboardMetadata(storedObject(json_metadata));
  const user = act.caller.user;
  const last = user && remembers !== false ? await lastState(id, user.id, act.services) : undefined;
  const masks = dataMasksSchema.safeParse(last?.dataMask);
  const state = last ? { masks: masks.success ? masks.data : {}, tabs: last.activeTabs } : NO_STATE;
  const look = { dark, language, fontFamily: FONT };
  const wanted = {
    ...look,
    id,
    width,
    isNarrow,
    cut: height,
    state,
    hasHead: false,
    formats: ['svg'] as const,
  };
  return askDashboard(wanted, from, act);
}

/** Signs of an SVG that end an attribute or an address, or are read as something else in one. */
const SIGNS: Readonly<Record<string, string>> = {
  '"': '%22',
  '%': '%25',
  '#': '%23',
  '<': '%3C',
  '>': '%3E',
  '&': '%26',
  '\n': ' ',
};

/** An image of a board, in which the document does nothing but show; scripts take it away when they show the same. */
export function boardElement(svg: string, { x, y, width, height }: BoardPlace): string {
  const address = `data:image/svg+xml,${svg.replaceAll(/["%#<>&\n]/g, (sign) => SIGNS[sign] ?? sign)}`;
  const style = `position:fixed;left:${x}px;top:${y}px;z-index:1;pointer-events:none`;
  return `<img id="first-picture" alt="" aria-hidden="true" width="${width}" height="${height}" style="${style}" src="${address}" />`;
}

/** Scripts that a built page begins with, files that these need, its styles, and what it is told as JSON. */
const SCRIPT = /<script defer crossorigin src="([^"]+)"[^>]*><\/script>/g;
const NEEDED = /<link rel="preload" as="script" crossorigin href="([^"]+)"[^>]*>/g;
const STYLE = /<link rel="stylesheet" crossorigin href="([^"]+)"[^>]*>/g;
const TOLD = /<script id="(?:bootstrap|carried)" type="application\/json">[^<]*<\/script>/g;
/** Milliseconds for which scripts wait for the picture at most, on a machine that has much to do; a hidden window paints none. */
const UNPAINTED = 1_000;

/**
 * A page with its picture, which comes before all that it does not need. A page that works at once does not paint before it has
 * done so, and a browser compiles scripts as soon as it has them, also those that wait: scripts and styles are asked for when
 * the picture has been painted.
 *
 * @param nonce - that of scripts of this answer
 * @param isWhole - whether it is one of the whole window: what is done to it is done to the page
 */
export function withPicture(
  html: string,
  picture: string,
  { nonce, isWhole = false }: { nonce: string; isWhole?: boolean },
): string {
  const [scripts = [], needed = [], styles = []] = [SCRIPT, NEEDED, STYLE].map((pattern) =>
    [...html.matchAll(pattern)].map(([, file = '']) => file),
  );
  const told = [...html.matchAll(TOLD)].map(([block]) => block);
  const begin = `
    const picture = document.getElementById('first-picture');
    const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
    const frame = () => new Promise(requestAnimationFrame);
    const painted = picture.decode().catch(() => undefined).then(frame).then(() => pause(0));
    await Promise.race([painted, pause(document.hidden ? 0 : ${UNPAINTED})]);
    const loaded = (name, facts) => new Promise((resolve, reject) => {
      const element = Object.assign(document.createElement(name), { crossOrigin: '', ...facts });
      element.addEventListener('load', resolve);
      element.addEventListener('error', () => reject(new Error((facts.href ?? facts.src) + ' does not come.')));
      document.head.append(element);
    });
    const scripts = ${JSON.stringify(scripts)};
    const styles = ${JSON.stringify(styles)}.map((href) => loaded('link', { rel: 'stylesheet', href }));
    // One that does not come is missed by whoever imports it.
    for (const href of ${JSON.stringify([...scripts, ...needed])})
      loaded('link', { rel: 'preload', as: 'script', href }).catch(() => undefined);
    try {
      await Promise.all(styles);
      for (const src of scripts) await loaded('script', { src });
      await globalThis.System?.begun;
    } catch (error) {
      // A picture of what does not come would be a page that answers to nothing.
      picture.remove();
      globalThis.earlyDeeds?.end.abort();
      throw error;
    }`;
  const script = scripts.length > 0 ? `<script type="module" nonce="${nonce}">${begin}</script>` : '';
  return [SCRIPT, NEEDED, STYLE, TOLD]
    .reduce((page, pattern) => page.replaceAll(pattern, ''), html)
    .replace('<body>', () => `<body>${isWhole ? earlyDeeds(nonce) : ''}${picture}`)
    .replace('</body>', () => `${told.join('')}${script}</body>`);
}
