import {
  BOARD_PLACE,
  type BoardPlace,
  dataMasksSchema,
  HOUSE_FONT,
  readBoardPlace,
  readDashboardMetadata,
} from '@chartroom/model';
import { askDashboard } from '../drawings/board-picture.ts';
import type { AskedPicture, DrawingServices } from '../drawings/chart-picture.ts';
import type { Act } from '../http/act.ts';
import { storedObject } from '../records/stored-json.ts';
import { openDashboard } from '../resources/dashboard/dashboard-resource.ts';
import { lastState } from '../resources/dashboard/views/view-routes.ts';

/** Names of several words need no quotation marks, which would end attributes of pictures. */
const FONT = HOUSE_FONT.replaceAll('"', '');
const NO_STATE = { masks: {}, tabs: [] };

/**
 * A dashboard as its board stood in the window the last time, of the answers that are kept for whoever asks for the page, with
 * their rights as they are now; undefined where its place is not known, an answer is not kept, or no picture shows it.
 *
 * @param cookies those of the request
 */
export async function placedBoard(
  idOrSlug: string,
  cookies: Readonly<Record<string, string | undefined>>,
  act: Act<DrawingServices>,
): Promise<{ asked: AskedPicture; place: BoardPlace } | undefined> {
  const place = readBoardPlace(cookies[BOARD_PLACE] ?? '');
  const asked = place && (await askedBoard(idOrSlug, place, act));
  return asked && !asked.hasGaps ? { asked, place } : undefined;
}

async function askedBoard(
  idOrSlug: string,
  { width, height, isNarrow, dark, language }: BoardPlace,
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
  return askDashboard(wanted, 'kept', act);
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

/** Scripts that a built page begins with, its styles, and what it is told as JSON. */
const SCRIPT = /<script type="module" crossorigin src="([^"]+)"([^>]*)><\/script>/g;
const STYLE = /<link rel="stylesheet" crossorigin href="([^"]+)"[^>]*>/g;
const TOLD = /<script id="(?:bootstrap|carried)" type="application\/json">[^<]*<\/script>/g;
/** Milliseconds for which scripts wait for the picture at most, on a machine that has much to do; a hidden window paints none. */
const UNPAINTED = 1_000;

/**
 * A page with its picture, which comes before all that it does not need. A page that works at once does not paint before it has
 * done so: its scripts and styles are fetched at once, and begin when the picture has been painted.
 *
 * @param nonce - that of scripts of this answer
 */
export function withPicture(html: string, picture: string, nonce: string): string {
  const files: string[] = [];
  const later: string[] = [];
  const head = html
    .replaceAll(SCRIPT, (_script, file: string, more: string) => {
      files.push(file);
      return `<link rel="modulepreload" crossorigin href="${file}"${more}>`;
    })
    .replaceAll(STYLE, (style, file: string) => {
      later.push(style);
      return `<link rel="preload" as="style" crossorigin href="${file}">`;
    })
    .replaceAll(TOLD, (told) => {
      later.push(told);
      return '';
    });
  const begin = [
    'const picture = document.getElementById("first-picture");',
    'const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));',
    'const painted = picture.decode().catch(() => undefined).then(() => new Promise(requestAnimationFrame)).then(() => pause(0));',
    `await Promise.race([painted, pause(document.hidden ? 0 : ${UNPAINTED})]);`,
    // A picture of what does not come would be a page that answers to nothing.
    'const gone = (error) => { picture.remove(); throw error; };',
    ...files.map((file) => `await import(${JSON.stringify(file)}).catch(gone);`),
  ].join('\n');
  const script = `<script type="module" nonce="${nonce}">${begin}</script>`;
  return head
    .replace('<body>', () => `<body>${picture}`)
    .replace('</body>', () => `${later.join('')}${files.length > 0 ? script : ''}</body>`);
}
