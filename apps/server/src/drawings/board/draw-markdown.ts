import { loadStillPictures, type StillLook } from '@chartroom/charts';
import type { PictureSize } from '../drawing-work.ts';
import { widthOf } from '../fonts.ts';
import { type Block, LETTERS, markdownBlocks, type Run } from './markdown-blocks.ts';

const LEADING = 1.5;
const BASELINE = 0.35;
const CELL_PADDING = 6;
const MOST_LINES = 400;

/** Words of one look that stand beside one another. */
interface Word extends Run {
  width: number;
}
/** A line of text, or a thing as high as one. */
interface Line {
  height: number;
  /** Markup of it with its upper edge at a height. */
  draw: (y: number) => string;
}

/** A text in Markdown as an SVG document: as many of its lines as there is room for, and an ellipsis where there are more. */
export async function drawMarkdown(source: string, look: StillLook, size: PictureSize): Promise<string> {
  const { plainLines, svgDocument } = await loadStillPictures();
  const blocks = await markdownBlocks(source, plainLines);
  const lines = linesOf(blocks, look, size.width).slice(0, MOST_LINES);
  const parts: string[] = [];
  let y = 0;
  for (const [at, line] of lines.entries()) {
    const isLast = at === lines.length - 1;
    const room = size.height - (isLast ? 0 : LETTERS);
    if (y + line.height > room + 1) {
      parts.push(textMarkup([{ text: '…', width: LETTERS }], LETTERS, look, 0, y));
      break;
    }
    parts.push(line.draw(y));
    y += line.height;
  }
  return svgDocument(parts.join(''), size, look.fontFamily);
}

function linesOf(blocks: readonly Block[], look: StillLook, width: number): Line[] {
  const lines: Line[] = [];
  let below = 0;
  for (const [at, block] of blocks.entries()) {
    // Of two margins that meet the larger one counts, and none above the first.
    const gap = Math.max(below, at === 0 ? 0 : block.margin);
    if (gap > 0) lines.push({ height: gap, draw: () => '' });
    lines.push(...blockLines(block, look, width));
    below = block.margin;
  }
  return lines;
}

function blockLines(block: Block, look: StillLook, width: number): Line[] {
  if (block.kind === 'line')
    return [
      {
        height: 2,
        draw: (y) => `<rect x="0" y="${y}" width="${width}" height="1" fill="${look.colorBorder}"/>`,
      },
    ];
  if (block.kind === 'code')
    return block.lines.map((text) => ({
      height: LETTERS * LEADING,
      draw: (y) => textMarkup([{ text, width: 0 }], LETTERS * 0.93, look, block.indent, y),
    }));
  if (block.kind === 'table') return tableLines(block, look, width);
  const { size, indent, bullet } = block;
  return wrapped(block.runs, size, width - indent).map((words, at) => ({
    height: size * LEADING,
    draw: (y) =>
      (at === 0 && bullet !== undefined
        ? textMarkup([{ text: bullet, width: 0 }], size, look, indent - widthOf(`${bullet} `, size) - 3, y)
        : '') + textMarkup(words, size, look, indent, y),
  }));
}

function tableLines({ rows }: Extract<Block, { kind: 'table' }>, look: StillLook, width: number): Line[] {
  const columns = rows.reduce((most, { runs }) => Math.max(most, runs.length), 1);
  const wanted = Array.from({ length: columns }, (_, at) =>
    rows.reduce(
      (most, { runs }) =>
        Math.max(
          most,
          (runs[at] ?? []).reduce((sum, run) => sum + runWidth(run, LETTERS), 0),
        ),
      0,
    ),
  ).map((own) => own + 2 * CELL_PADDING);
  const all = wanted.reduce((sum, own) => sum + own, 0);
  const widths = all > width ? wanted.map((own) => (own * width) / all) : wanted;
  const edges = [0];
  for (const own of widths) edges.push((edges.at(-1) ?? 0) + own);
  return rows.map(({ runs }) => {
    const cells = runs.map((cell, at) => wrapped(cell, LETTERS, (widths[at] ?? 0) - 2 * CELL_PADDING));
    const tall = cells.reduce((most, { length }) => Math.max(most, length), 1);
    const height = tall * LETTERS * LEADING + CELL_PADDING;
    return {
      height,
      draw: (y) =>
        cells
          .flatMap((lines, at) =>
            lines.map((words, line) =>
              textMarkup(
                words,
                LETTERS,
                look,
                (edges[at] ?? 0) + CELL_PADDING,
                y + 3 + line * LETTERS * LEADING,
              ),
            ),
          )
          .join('') +
        `<rect x="0" y="${y + height - 1}" width="${edges.at(-1) ?? width}" height="1" fill="${look.colorSplit}"/>`,
    };
  });
}

function runWidth({ text, bold }: Run, size: number): number {
  return widthOf(text, size, bold ? 'bold' : 'regular');
}

/** Words in lines that fit a width; what is longer than one has a line of its own. */
function wrapped(runs: readonly Run[], size: number, room: number): Word[][] {
  const lines: Word[][] = [[]];
  let taken = 0;
  for (const run of runs) {
    for (const text of run.text.split(/(\n|\s+)/).filter((each) => each !== '')) {
      if (text === '\n') {
        lines.push([]);
        taken = 0;
        continue;
      }
      const isSpace = /^\s+$/.test(text);
      const word: Word = { ...run, text: isSpace ? ' ' : text, width: 0 };
      word.width = runWidth(word, size);
      if (!isSpace && taken + word.width > room && taken > 0) {
        lines.push([]);
        taken = 0;
      }
      if (isSpace && taken === 0) continue;
      lines.at(-1)?.push(word);
      taken += word.width;
    }
  }
  return lines;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}

/** Words beside one another as one text, so that whoever marks it gets the line. */
function textMarkup(words: readonly Word[], size: number, look: StillLook, x: number, y: number): string {
  if (words.length === 0) return '';
  const middle = y + (size * LEADING) / 2 + size * BASELINE;
  const spans = words
    .map(({ text, bold, italic, link }) => {
      const attributes = [
        bold ? ' font-weight="600"' : '',
        italic ? ' font-style="italic"' : '',
        link ? ` fill="${look.colorPrimary}"` : '',
      ].join('');
      return attributes === '' ? escaped(text) : `<tspan${attributes}>${escaped(text)}</tspan>`;
    })
    .join('');
  return `<text x="${x}" y="${Math.round(middle * 10) / 10}" font-size="${size}" fill="${look.colorText}" xml:space="preserve">${spans}</text>`;
}
