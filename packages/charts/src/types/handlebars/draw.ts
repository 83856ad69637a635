import { grouped } from '@chartroom/model';
import type { DrawInput, TextDrawing } from '../../chart-type.ts';
import { pageOf } from './page.ts';
import { plainLines } from './plain-lines.ts';

const FONT_SIZE = 14;
const LINE_HEIGHT = 20;

/** What the filled template says, in as many lines as there is room for; what is wrong with it, where something is. */
export function draw({ form, results, theme, height }: DrawInput): TextDrawing {
  const page = pageOf(form, results);
  if (page.problem !== undefined)
    return { kind: 'text', lines: [line(page.problem, theme.colorError)], facts: { problem: page.problem } };
  const all = plainLines(page.markup);
  const most = Math.max(1, Math.floor(height / LINE_HEIGHT));
  const shown = all.length > most ? all.slice(0, most - 1) : all;
  const left = all.length - shown.length;
  return {
    kind: 'text',
    lines: [
      ...shown.map((text) => line(text, theme.colorText)),
      ...(left > 0 ? [line(`… and ${grouped(left)} more lines`, theme.colorTextSecondary)] : []),
    ],
    facts: { lines: all.length },
  };
}

function line(text: string, color: string): TextDrawing['lines'][number] {
  return { text, size: FONT_SIZE, color, role: 'line' };
}
