import { pageCuts, type StillLook } from '@chartroom/charts';
import { fontFiles } from '../fonts.ts';
import { type Drawn, pageSvg } from '../pages.ts';
import { svgTree } from './svg-tree.ts';
import { writeSvg } from './write-svg.ts';

/** A page of A4, in points. */
const A4 = { short: 595.28, long: 841.89 };

/**
 * A picture as pages of A4, upright unless it is wider than high. No page ends within a chart, and texts can be marked. `cleanUp`
 * is called before each.
 */
export async function pdfOf(
  picture: Drawn,
  look: StillLook,
  { title, cleanUp }: { title: string; cleanUp: () => void },
): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const { width, height, pieces } = picture;
  const isUpright = height > width;
  const page = isUpright ? { width: A4.short, height: A4.long } : { width: A4.long, height: A4.short };
  const scale = page.width / width;
  const whole = pieces.filter(({ isWhole }) => isWhole);
  const cuts = pageCuts(height, page.height / scale, whole);
  const pdf = new PDFDocument({ autoFirstPage: false, info: { Title: title, Producer: 'Chartroom' } });
  const bytes: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('data', (piece: Buffer) => bytes.push(piece));
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  for (const [face, file] of Object.entries(fontFiles())) pdf.registerFont(face, file);
  for (const cut of cuts) {
    cleanUp();
    pdf.addPage({ size: [page.width, Math.max(1, (cut.to - cut.from) * scale)], margin: 0 });
    pdf.scale(scale);
    writeSvg(pdf, svgTree(await pageSvg(picture, cut, look)), look.colorBackground);
  }
  pdf.end();
  await ended;
  return Buffer.concat(bytes);
}
