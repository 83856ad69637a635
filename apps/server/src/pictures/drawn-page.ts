import { dataMasksSchema, isJsonObject } from '@chartroom/model';
import { drawDashboard } from '../drawings/board-picture.ts';
import { type DrawingServices, drawChart } from '../drawings/chart-picture.ts';
import type { PictureFormat } from '../drawings/drawing-work.ts';
import type { BoardState } from '../drawings/open-board.ts';
import type { Act } from '../http/act.ts';
import { openDashboard } from '../resources/dashboard/dashboard-resource.ts';
import { readValue } from '../resources/permalinks/kept-values.ts';
import type { Picture, PictureRequest } from './picture-taker.ts';

/** A page of which a picture is drawn. */
export type PageToDraw = Omit<PictureRequest, 'session'>;

/** Parameters of the address of a dashboard that its charts are not asked with. */
const OWN = new Set(['standalone', 'permalink_key', 'force']);
const BOARD = /^\/superset\/dashboard\/([^/]+)\/?$/;

/**
 * What the page of a chart or of a dashboard shows, drawn without a browser as the caller may see it. Rejects with 404 where they
 * may not see it, and as drawing does.
 */
export async function drawnPage(page: PageToDraw, act: Act<DrawingServices>): Promise<Picture> {
  const { pathname, searchParams } = new URL(page.path, 'http://localhost');
  const formats: PictureFormat[] = page.pdf ? ['png', 'pdf'] : ['png'];
  const [width, height] = page.window;
  const scale = page.size ? page.size[0] / width : 1;
  const look = { dark: false, formats, scale, force: searchParams.get('force') === 'true' };
  const board = BOARD.exec(pathname)?.[1];
  const [png, pdf] =
    board === undefined
      ? await drawChart({ ...look, id: Number(searchParams.get('slice_id')), size: { width, height } }, act)
      : await drawDashboard(
          {
            ...look,
            id: await openDashboard(decodeURIComponent(board), act),
            width,
            cut: page.size && Math.min(height, Math.round((width * page.size[1]) / page.size[0])),
            state: await stateOf(searchParams, act),
            hasHead: page.size === undefined,
          },
          act,
        );
  if (!png) throw new Error('Nothing was drawn.');
  return { png, pdf };
}

/** Filters and tabs of an address: those that its lasting link says. */
async function stateOf(search: URLSearchParams, act: Act<DrawingServices>): Promise<BoardState> {
  const own = [...search].filter(([name]) => !OWN.has(name));
  const key = search.get('permalink_key');
  const state = key === null ? {} : await linkState(key, act);
  const masks = dataMasksSchema.safeParse(state.dataMask);
  const tabs = [state.activeTabs, state.anchor].flat().filter((each) => typeof each === 'string');
  return {
    masks: masks.success ? masks.data : {},
    tabs,
    urlParams: { ...pairsIn(state.urlParams), ...Object.fromEntries(own) },
  };
}

async function linkState(key: string, act: Act<DrawingServices>): Promise<Record<string, unknown>> {
  const { value } = await readValue({ name: 'dashboard_permalink' }, key, act);
  const kept: unknown = JSON.parse(value);
  return isJsonObject(kept) && isJsonObject(kept.state) ? kept.state : {};
}

function pairsIn(value: unknown): Record<string, string> {
  const pairs: unknown[] = Array.isArray(value) ? value : [];
  return Object.fromEntries(
    pairs.flatMap((pair) => (Array.isArray(pair) ? [[String(pair[0]), String(pair[1])]] : [])),
  );
}
