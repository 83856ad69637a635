import { exploredForm, loadChartType } from '@chartroom/charts';
import {
  asksMore,
  PAGES,
  type Page,
  type PageFacts,
  PICTURE_KEY,
  pagePictureApi,
  readWindowLook,
  WINDOW_LOOK,
  type WindowLook,
} from '@chartroom/model';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { inTime } from '../base/in-time.ts';
import { LoopLoad } from '../base/loop-load.ts';
import { askForm, type DrawingServices } from '../drawings/chart-picture.ts';
import { askedKey, KeptDrawings } from '../drawings/kept-drawings.ts';
import { type Act, textParameter } from '../http/act.ts';
import type { DefineRoute } from '../http/define-route.ts';
import { exploreAnswer } from '../resources/explore/explore-routes.ts';
import { callerId } from '../security/caller.ts';
import { AskedBefore } from './asked-before.ts';
import { boardElement, placedBoard, withPicture } from './first-picture.ts';
import { OwnPictures, pictureKey } from './own-pictures.ts';

/** Part of its time in which the server works, above which pages come without pictures. */
const BUSY = 0.7;
/** Milliseconds for which a page waits for its picture. */
const PATIENCE = 100;
/** Milliseconds for which questions are asked ahead of a page: if nobody wants their answers by then, nobody will. */
const AHEAD = 10_000;
/** Pages that look as the answers say which they bring along, and as the answers to charts that are kept. */
const PICTURED: readonly Page[] = [
  PAGES.dashboard,
  PAGES.explore,
  PAGES.charts,
  PAGES.dashboards,
  PAGES.datasets,
  PAGES.home,
  PAGES.sqlLab,
];
/** Pages on which nobody reads how long ago something was. */
const AGELESS: readonly Page[] = [PAGES.dashboard, PAGES.explore, PAGES.sqlLab];
/** Of a chart that is asked to know its answer, not to be drawn. */
const UNDRAWN = { size: { width: 1, height: 1 }, formats: [], dark: false } as const;
/** How long ago something was, in an answer: it stands small beside a title, and no picture is worth less for it. */
const AGE = /"(?:(?:changed|created)_on(?:_delta)?_humanized|modified)": ?"[^"]*",?/g;

/** What a page shows of databases. */
interface Behind {
  /** The same of the same answers. */
  key: string;
  /** A picture of the board that the server has drawn of them. */
  drawn?: string;
}

/** A page that is to begin with a picture. */
interface Unpictured {
  html: string;
  page: Page;
  /** What the page is told and what it brings along. */
  told: { facts: PageFacts; carried: Readonly<Record<string, string>> };
  behind: Behind | undefined;
}

/** The pictures that pages begin with: what they looked like the last time, else what the server draws of a board. */
export class PagePictures {
  readonly #services: DrawingServices;
  readonly #drawings = new KeptDrawings();
  readonly #own = new OwnPictures();
  readonly #asked = new AskedBefore();
  readonly #load = new LoopLoad();

  constructor(services: DrawingServices) {
    this.#services = services;
  }

  /** Lets browsers hand in what pages looked like. */
  register(defineRoute: DefineRoute): void {
    defineRoute({
      ...pagePictureApi.keep,
      access: 'signed-in',
      handle: async ({ act, param, body }) => {
        const [key, person] = [param('key'), callerId(act.caller)];
        const wanted = this.#own.wanted(key, person);
        if (!wanted) return { result: false };
        const { page, place } = wanted;
        const isTold = !asksMore(page) || this.#asked.learn(place, page, body.asked);
        return { result: isTold && this.#own.keep(key, person, body.picture) };
      },
    });
  }

  /** What such a page of this person has asked for, and this one is to bring along. */
  askedBefore(page: Page, request: FastifyRequest): readonly string[] {
    return asksMore(page) ? this.#asked.at(placeOf(request)) : [];
  }

  /**
   * What a page shows of databases, by the answers that are kept for whoever asks for it; undefined where that is not known soon
   * enough, and for pages that come without pictures.
   */
  async behind(page: Page, request: FastifyRequest): Promise<Behind | undefined> {
    if (!PICTURED.includes(page) || this.#load.share > BUSY) return undefined;
    const end = new AbortController();
    const signal = AbortSignal.any([request.leaving, end.signal]);
    const act = { services: this.#services, caller: request.caller, signal };
    const known = this.#answered(page, request, act).catch(() => undefined);
    const behind = await inTime(known, PATIENCE, undefined);
    if (!behind) end.abort();
    return behind;
  }

  async #answered(
    page: Page,
    request: FastifyRequest,
    act: Act<DrawingServices>,
  ): Promise<Behind | undefined> {
    if (page === PAGES.explore) return chartBehind(request, act);
    const { searchParams } = new URL(request.url, 'http://localhost');
    // An address that says more wants another picture than the one that was seen last.
    if (searchParams.size > 0) return undefined;
    if (page !== PAGES.dashboard) return { key: '' };
    const board = await placedBoard(textParameter(request, 'idOrSlug'), request.cookies, 'kept', act);
    if (!board) return undefined;
    if (board.asked.hasGaps) {
      void this.#askAhead(request);
      return undefined;
    }
    const svg = this.#drawings.find(board.asked, act);
    const key = askedKey(board.asked);
    return svg === undefined ? { key } : { key, drawn: boardElement(svg, board.place) };
  }

  /**
   * Begins to ask what the charts in sight ask, a second before the page's scripts do: who asks while an answer is on its way waits
   * for the same one. What is wrong the page is told when it asks.
   */
  async #askAhead(request: FastifyRequest): Promise<void> {
    const act = {
      services: this.#services,
      caller: request.caller,
      signal: AbortSignal.timeout(AHEAD),
    };
    await placedBoard(textParameter(request, 'idOrSlug'), request.cookies, 'both', act).catch(
      () => undefined,
    );
  }

  /** Sends a page with its picture, or with the key under which its browser may hand it in. */
  async send(page: Unpictured, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { html, behind } = page;
    if (!behind) return sendPage(reply, html);
    const { script, style } = reply.cspNonce;
    const drawn = (whole: string) =>
      sendPage(reply, behind.drawn ? withPicture(whole, behind.drawn, { nonce: script }) : whole);
    const look = readWindowLook(request.cookies[WINDOW_LOOK] ?? '');
    if (!look) return drawn(html);
    const place = placeOf(request);
    this.#asked.carried(place, page.told.carried);
    const key = await this.#keyOf(page, behind, look, request);
    const own = this.#own.find(key, { person: callerId(request.caller), page: page.page, place });
    if (own === undefined)
      return drawn(html.replace('</head>', () => `<meta name="${PICTURE_KEY}" content="${key}"></head>`));
    // Most of it is a PNG: to pack it once more takes longer than to send it. This is how the packer is told.
    request.headers['x-no-compression'] = 'true';
    const picture = windowElement(own, look, style);
    return sendPage(reply, withPicture(html, picture, { nonce: script, isWhole: true }));
  }

  async #keyOf(
    { page, told }: Unpictured,
    behind: Behind,
    look: WindowLook,
    request: FastifyRequest,
  ): Promise<string> {
    const rules = await this.#services.db
      .selectFrom('row_rules')
      .select(({ fn }) => [fn.countAll().as('count'), fn.max('changed_on').as('last')])
      .executeTakeFirstOrThrow();
    const own = [request.url, String(callerId(request.caller)), JSON.stringify([look, rules])];
    const facts = JSON.stringify({ ...told.facts, csrf_token: '' });
    // They came in whatever order they were there.
    const answers = Object.entries(told.carried).sort(([one], [other]) => (one < other ? -1 : 1));
    const texts = answers.flat().map((text) => (AGELESS.includes(page) ? text.replaceAll(AGE, '') : text));
    return pictureKey([...own, behind.key, facts, ...texts]);
  }
}

/** Where a page stands for a person: pages of one place ask for the same. */
function placeOf(request: FastifyRequest): string {
  const look = request.cookies[WINDOW_LOOK] ?? '';
  return pictureKey([request.url, String(callerId(request.caller)), look]);
}

/** Sends a page. */
export function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html);
}

/** What Explore shows of a saved chart, when its address says nothing besides: by the answer to what its page asks. */
async function chartBehind(request: FastifyRequest, act: Act<DrawingServices>): Promise<Behind | undefined> {
  const { searchParams: search } = new URL(request.url, 'http://localhost');
  if (search.size !== 1 || !search.has('slice_id')) return undefined;
  const opened = await exploreAnswer(request, act);
  if (!('result' in opened) || !opened.result.slice) return undefined;
  const { dataset, form_data } = opened.result;
  const type = await loadChartType(String(form_data.viz_type));
  // What the server cannot ask it does not know the answer to.
  if (!type) return undefined;
  const form = exploredForm(type, opened.result);
  const asked = await askForm(UNDRAWN, { form, datasource: async () => dataset }, 'kept', act);
  const { sheet } = asked.work;
  const isRefused = sheet.kind === 'chart' && sheet.chart.problem !== undefined;
  return asked.hasGaps || isRefused ? undefined : { key: askedKey(asked) };
}

/** An image of all that the window shows; in a window of another size, or by another time of day, it is not seen. */
function windowElement(picture: string, { width, height, scale, dark }: WindowLook, nonce: string): string {
  const style = `position:fixed;left:0;top:0;width:${width}px;height:${height}px;z-index:9999;pointer-events:none`;
  const scheme = `(prefers-color-scheme:${dark ? 'dark' : 'light'})`;
  const same = `(width:${width}px) and (height:${height}px) and (resolution:${scale}dppx) and ${scheme}`;
  const elsewhere = `<style nonce="${nonce}">@media not (${same}){#first-picture{display:none}}</style>`;
  return `${elsewhere}<img id="first-picture" data-whole decoding="sync" alt="" aria-hidden="true" style="${style}" src="${picture}" />`;
}
