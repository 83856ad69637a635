import { DashboardPalette, loadStillPictures, type StillLook } from '@chartroom/charts';
import type { Answers } from '../chart-pen.ts';
import type { BoardChart, Sheet } from '../drawing-work.ts';
import { drawnChart } from '../drawn-chart.ts';
import type { Piece } from '../pages.ts';
import { drawMarkdown } from './draw-markdown.ts';
import type { Box, Placed } from './place-board.ts';

type Board = Extract<Sheet, { kind: 'board' }>;

/** Pixels of a tile around its picture, as a page has them. */
const TILE = { side: 13, top: 9, head: 28, bottom: 11, corner: 8 };
const TITLE = 14;
const MARKDOWN = { side: 16, top: 12 };
const TAB = { letters: 14, gap: 32 };
/** Where letters stand below the middle of their line, as a part of their size. */
const BASELINE = 0.35;
/** Part of a tile that a description may take. */
const DESCRIBED = 0.4;
const DESCRIPTION = { letters: 12, line: 18 };
/** A smaller row limit was chosen on purpose: reaching it is no news. */
const LIMIT_BY_ACCIDENT = 1_000;

/** What stands on a board, one piece for each of its components, each where it stands. */
export async function drawBoard(board: Board, answers: Answers, look: StillLook): Promise<Piece[]> {
  const palette = new DashboardPalette(board.colors);
  const pieces: Piece[] = [];
  for (const placed of board.placed) {
    const own = onPixels({ ...placed, x: placed.x + board.margin, y: placed.y + board.margin });
    if (board.cut !== undefined && own.y > board.cut) continue;
    const markup = await markupOf(own, { board, answers, look, palette });
    pieces.push({ from: own.y, to: own.y + own.height, isWhole: own.kind !== 'ground', markup });
  }
  return pieces;
}

/** As browsers lay boxes on the pixels of a screen: thin lines of what is drawn in a box are sharp then. */
function onPixels<B extends Box>(box: B): B {
  const [x, y] = [Math.round(box.x), Math.round(box.y)];
  return {
    ...box,
    ...{ x, y, width: Math.round(box.x + box.width) - x, height: Math.round(box.y + box.height) - y },
  };
}

interface Pen {
  board: Board;
  answers: Answers;
  look: StillLook;
  palette: DashboardPalette;
}

async function markupOf(placed: Placed, pen: Pen): Promise<string> {
  const { look } = pen;
  switch (placed.kind) {
    case 'ground':
      return groundMarkup(placed, look);
    case 'divider':
      return `<rect x="${placed.x}" y="${placed.y}" width="${placed.width}" height="1" fill="${look.colorBorder}"/>`;
    case 'heading':
      return headingMarkup(placed, look);
    case 'tabs':
      return tabsMarkup(placed, look);
    case 'markdown':
      return markdownMarkup(placed, look);
    case 'chart':
      return tileMarkup(placed, pen);
  }
}

function groundMarkup({ x, y, width, height }: Box, look: StillLook): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${TILE.corner}" fill="${look.colorBackground}"/>`;
}

async function headingMarkup(placed: Extract<Placed, { kind: 'heading' }>, look: StillLook): Promise<string> {
  const { textMarkup } = await loadStillPictures();
  const { x, y, width, height, letters, text, hasGround } = placed;
  const words = textMarkup(text, {
    ...{ x, y: y + height / 2 + letters * BASELINE, size: letters, room: width },
    color: look.colorText,
  });
  return `${hasGround ? groundMarkup(placed, look) : ''}<g font-weight="700">${words}</g>`;
}

async function tabsMarkup(
  { x, y, width, height, titles, open }: Extract<Placed, { kind: 'tabs' }>,
  look: StillLook,
): Promise<string> {
  const { textMarkup } = await loadStillPictures();
  const { widthOf } = await import('../fonts.ts');
  let left = x;
  const names = titles.map((title, at) => {
    const wide = widthOf(title, TAB.letters);
    if (left > x + width) return '';
    const words = textMarkup(title, {
      ...{ x: left, y: y + (height - 2) / 2 + TAB.letters * BASELINE, size: TAB.letters },
      ...{ room: x + width - left, color: at === open ? look.colorPrimary : look.colorText },
    });
    const bar =
      at === open
        ? `<rect x="${left}" y="${y + height - 2}" width="${wide}" height="2" fill="${look.colorPrimary}"/>`
        : '';
    left += wide + TAB.gap;
    return words + bar;
  });
  const line = `<rect x="${x}" y="${y + height - 1}" width="${width}" height="1" fill="${look.colorSplit}"/>`;
  return line + names.join('');
}

async function markdownMarkup(
  { x, y, width, height, source }: Extract<Placed, { kind: 'markdown' }>,
  look: StillLook,
): Promise<string> {
  const { placedPicture } = await loadStillPictures();
  const size = {
    width: Math.max(1, width - 2 * MARKDOWN.side),
    height: Math.max(1, height - 2 * MARKDOWN.top),
  };
  return placedPicture(await drawMarkdown(source, look, size), {
    x: x + MARKDOWN.side,
    y: y + MARKDOWN.top,
  });
}

const GONE = 'There is no chart definition associated with this component, could it have been deleted?';

async function tileMarkup(placed: Extract<Placed, { kind: 'chart' }>, pen: Pen): Promise<string> {
  const { placedPicture, stillMessage, textMarkup } = await loadStillPictures();
  const { x, y, width, height } = placed;
  const { look, board, answers, palette } = pen;
  const frame = `<rect x="${x + 0.5}" y="${y + 0.5}" width="${width - 1}" height="${height - 1}" rx="${TILE.corner}" fill="${look.colorBackground}" stroke="${look.colorSplit}"/>`;
  const chart = board.charts[placed.chart];
  const room = { x: x + TILE.side, y: y + TILE.top, width: width - 2 * TILE.side };
  if (!chart) {
    const size = { width: Math.floor(room.width), height: Math.floor(height - TILE.top - TILE.bottom) };
    return frame + placedPicture(stillMessage({ title: GONE }, look, size), room);
  }
  const cut = isCut(chart, answers) ? 'Row limit reached' : '';
  const mark = textMarkup(cut, {
    ...{ x: room.x + room.width, y: room.y + TILE.head / 2 + 4, anchor: 'end', size: 11, room: 120 },
    color: look.colorTextSecondary,
  });
  const title = textMarkup(placed.name || chart.name, {
    ...{ x: room.x, y: room.y + TILE.head / 2 + TITLE * BASELINE, size: TITLE, color: look.colorText },
    room: room.width - (cut === '' ? 0 : 110),
  });
  const { markup: description, tall } = await describedMarkup(chart, room, height, look);
  const size = {
    width: Math.max(1, Math.floor(room.width)),
    height: Math.max(1, Math.floor(height - TILE.top - TILE.head - TILE.bottom - tall)),
  };
  const own = chart.asked.form.color_scheme;
  const colors = palette.of(placed.chart, typeof own === 'string' ? own : undefined);
  const picture = await drawnChart(chart.asked, { answers, look, size, onDashboard: true, colors });
  return [
    frame,
    `<g font-weight="600">${title}</g>`,
    cut === '' ? '' : mark,
    description,
    placedPicture(picture, { x: room.x, y: room.y + TILE.head + tall }),
  ].join('');
}

/** What is said of a chart above it, where its author wants that. */
async function describedMarkup(
  { description }: BoardChart,
  { x, y, width }: { x: number; y: number; width: number },
  height: number,
  look: StillLook,
): Promise<{ markup: string; tall: number }> {
  if (!description) return { markup: '', tall: 0 };
  const { fewLines, plainLines, textMarkup, wrappedText } = await loadStillPictures();
  const { letters, line } = DESCRIPTION;
  const all = plainLines(description).flatMap((text) => wrappedText(text, letters, width));
  const lines = fewLines(all, Math.max(1, Math.floor((height * DESCRIBED) / line)));
  const markup = lines.map((text, at) =>
    textMarkup(text, {
      ...{ x, y: y + TILE.head + at * line + 12, size: letters, room: width },
      color: look.colorTextSecondary,
    }),
  );
  return { markup: markup.join(''), tall: lines.length * line + 6 };
}

/** Whether a chart shows as many rows as it may ask for. */
function isCut({ asked }: BoardChart, answers: Answers): boolean {
  const limit = Number(asked.form.row_limit);
  if (!(limit >= LIMIT_BY_ACCIDENT)) return false;
  return answers
    .results(asked.answer)
    .some(({ rowcount, sql_rowcount }) => Math.max(rowcount, sql_rowcount) >= limit);
}
