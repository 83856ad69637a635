import { loadStillPictures, type StillLook } from '@chartroom/charts';
import { drawBoard } from './board/draw-board.ts';
import { Answers } from './chart-pen.ts';
import type { DrawingWork, Sheet } from './drawing-work.ts';
import { drawnChart } from './drawn-chart.ts';
import { type Drawn, headPiece, type Piece, pageSvg } from './pages.ts';

/**
 * Draws a picture of the answers that came along, once for all the formats that it is wanted in; one buffer for each, in their
 * order. `cleanUp` is called where much has become needless and more is about to be needed.
 */
export async function drawn(
  work: DrawingWork,
  given: readonly Uint8Array[][],
  cleanUp: () => void,
): Promise<Buffer[]> {
  const { sheet, look, scale } = work;
  const picture = await sheetDrawn(sheet, new Answers(given), look);
  const { width, height } = picture;
  const made: Buffer[] = [];
  for (const format of work.formats) {
    if (format === 'pdf') {
      const { pdfOf } = await import('./pdf/pdf.ts');
      made.push(await pdfOf(picture, look, { title: sheet.head?.title ?? '', cleanUp }));
      continue;
    }
    const svg = await pageSvg(picture, { from: 0, to: height }, look);
    if (format === 'svg') made.push(Buffer.from(svg));
    else {
      const { pngOf } = await import('./raster.ts');
      cleanUp();
      made.push(await pngOf(svg, { width, height, scale }));
    }
  }
  return made;
}

/** A sheet with its head, and everything on it where it stands. */
async function sheetDrawn(sheet: Sheet, answers: Answers, look: StillLook): Promise<Drawn> {
  const { width, height, pieces } =
    sheet.kind === 'chart' ? await chartSheet(sheet, answers, look) : await boardSheet(sheet, answers, look);
  if (!sheet.head) return { width, height, pieces };
  const head = await headPiece(sheet.head, width, look);
  const below = pieces.map((piece) => ({
    ...piece,
    from: piece.from + head.to,
    to: piece.to + head.to,
    markup: `<g transform="translate(0 ${head.to})">${piece.markup}</g>`,
  }));
  return { width, height: height + head.to, pieces: [head, ...below] };
}

async function boardSheet(
  board: Extract<Sheet, { kind: 'board' }>,
  answers: Answers,
  look: StillLook,
): Promise<Drawn> {
  const height = board.cut ?? board.height + 2 * board.margin;
  return {
    width: board.width,
    height: Math.max(1, Math.ceil(height)),
    pieces: await drawBoard(board, answers, look),
  };
}

/** Pixels around a chart that stands alone. */
const MARGIN = 8;

async function chartSheet(
  { chart, size }: Extract<Sheet, { kind: 'chart' }>,
  answers: Answers,
  look: StillLook,
): Promise<Drawn> {
  const { placedPicture } = await loadStillPictures();
  const inner = {
    width: Math.max(1, size.width - 2 * MARGIN),
    height: Math.max(1, size.height - 2 * MARGIN),
  };
  const svg = await drawnChart(chart, { answers, look, size: inner, onDashboard: false });
  const ground = `<rect width="${size.width}" height="${size.height}" fill="${look.colorBackground}"/>`;
  const piece: Piece = {
    from: 0,
    to: size.height,
    isWhole: true,
    markup: ground + placedPicture(svg, { x: MARGIN, y: MARGIN }),
  };
  return { ...size, pieces: [piece] };
}
