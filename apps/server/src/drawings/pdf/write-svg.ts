import { facedTexts, weightOf, widthOf } from '../fonts.ts';
import { type Extent, fadedOn, gradientOf, type Paint, paintOf, pathExtent } from './paint.ts';
import type { SvgNode, SvgTree } from './svg-tree.ts';

/** A document that is being written. */
type Pdf = PDFKit.PDFDocument;

/** How something looks because of what it stands in. */
interface Look {
  fill: string;
  stroke: string;
  strokeWidth: number;
  dash: string | undefined;
  /** Of everything, of what is filled, and of lines. */
  opacity: number;
  fillOpacity: number;
  strokeOpacity: number;
  size: number;
  weight: string | undefined;
  anchor: string;
  baseline: string | undefined;
}

const PLAIN: Look = {
  fill: '#000000',
  stroke: 'none',
  strokeWidth: 1,
  dash: undefined,
  opacity: 1,
  fillOpacity: 1,
  strokeOpacity: 1,
  size: 16,
  weight: undefined,
  anchor: 'start',
  baseline: undefined,
};

const SHAPES: ReadonlySet<string> = new Set([
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
]);

/** What stands above the line that letters stand on, as a part of their size, by what the line goes through. */
const BASELINES: Readonly<Record<string, number>> = {
  central: 0.347,
  middle: 0.26,
  hanging: 0.716,
  'text-before-edge': 0.905,
  'text-after-edge': -0.212,
};

/**
 * Writes an SVG document to a page: shapes as shapes, and texts as texts that can be marked.
 *
 * @param ground the colour behind charts: what fades away becomes it, for few programs show colours that fade
 */
export function writeSvg(pdf: Pdf, { root, named }: SvgTree, ground: string): void {
  new Writer(pdf, named, ground).children(root, PLAIN);
}

class Writer {
  readonly #pdf: Pdf;
  readonly #named: ReadonlyMap<string, SvgNode>;
  readonly #ground: string;

  constructor(pdf: Pdf, named: ReadonlyMap<string, SvgNode>, ground: string) {
    this.#ground = ground;
    this.#pdf = pdf;
    this.#named = named;
  }

  children(node: SvgNode, look: Look): void {
    for (const child of node.children) this.#write(child, look);
  }

  #write(node: SvgNode, around: Look): void {
    const look = lookOf(node, around);
    if (look.opacity === 0 || node.attributes.display === 'none' || node.attributes.visibility === 'hidden')
      return;
    const write = this.#writerOf(node, look);
    if (write) this.#within(node, write);
  }

  /** What writes an element; undefined for one that shows nothing. */
  #writerOf(node: SvgNode, look: Look): (() => void) | undefined {
    if (node.name === 'svg' || node.name === 'g') return () => this.children(node, look);
    if (node.name === 'text') return () => this.#text(node, look);
    if (node.name === 'image') return () => this.#image(node);
    return SHAPES.has(node.name) ? () => this.#shape(node, look) : undefined;
  }

  /** Does something where an element stands, and within what it is cut to. */
  #within({ name, attributes }: SvgNode, write: () => void): void {
    const clip = this.#reference(attributes['clip-path']);
    const isNested = name === 'svg';
    if (!attributes.transform && !clip && !isNested) {
      write();
      return;
    }
    this.#pdf.save();
    for (const matrix of matricesOf(attributes.transform)) this.#pdf.transform(...matrix);
    if (isNested) {
      this.#pdf.translate(numberIn(attributes, 'x'), numberIn(attributes, 'y'));
      this.#pdf.rect(0, 0, numberIn(attributes, 'width'), numberIn(attributes, 'height')).clip();
    }
    for (const shape of clip?.children ?? []) this.#clip(shape);
    write();
    this.#pdf.restore();
  }

  /** Cuts what follows to a shape, which may stand elsewhere than what is cut. */
  #clip(shape: SvgNode): void {
    const steps = matricesOf(shape.attributes.transform);
    for (const matrix of steps) this.#pdf.transform(...matrix);
    if (this.#trace(shape)) this.#pdf.clip();
    for (const matrix of steps.reverse()) this.#pdf.transform(...inverseOf(matrix));
  }

  #reference(text: string | undefined): SvgNode | undefined {
    const id = text && /url\(["']?#([^"')]+)/.exec(text)?.[1];
    return id ? this.#named.get(id) : undefined;
  }

  /** Puts the outline of a shape down; undefined for one that is none. */
  #trace({ name, attributes }: SvgNode): Extent | undefined {
    const at = (key: string) => numberIn(attributes, key);
    if (name === 'path') {
      if (!attributes.d) return undefined;
      this.#pdf.path(attributes.d);
      return pathExtent(attributes.d);
    }
    if (name === 'rect') {
      const box = { x: at('x'), y: at('y'), width: at('width'), height: at('height') };
      if (box.width <= 0 || box.height <= 0) return undefined;
      const corner = Math.min(at('rx') || at('ry'), box.width / 2, box.height / 2);
      if (corner > 0) this.#pdf.roundedRect(box.x, box.y, box.width, box.height, corner);
      else this.#pdf.rect(box.x, box.y, box.width, box.height);
      return box;
    }
    if (name === 'circle' || name === 'ellipse') {
      const [rx, ry] = name === 'circle' ? [at('r'), at('r')] : [at('rx'), at('ry')];
      if (rx <= 0 || ry <= 0) return undefined;
      this.#pdf.ellipse(at('cx'), at('cy'), rx, ry);
      return { x: at('cx') - rx, y: at('cy') - ry, width: 2 * rx, height: 2 * ry };
    }
    const d =
      name === 'line'
        ? `M${at('x1')} ${at('y1')}L${at('x2')} ${at('y2')}`
        : pointsPath(name, attributes.points);
    if (d === '') return undefined;
    this.#pdf.path(d);
    return pathExtent(d);
  }

  #shape(node: SvgNode, look: Look): void {
    const isLine = node.name === 'line';
    const fill = isLine ? undefined : this.#paint(look.fill, look.opacity * look.fillOpacity);
    const stroke =
      look.strokeWidth > 0 ? this.#paint(look.stroke, look.opacity * look.strokeOpacity) : undefined;
    const rule = node.attributes['fill-rule'] === 'evenodd' ? ('even-odd' as const) : ('non-zero' as const);
    const gradient = isLine ? undefined : this.#reference(look.fill);
    if (fill || gradient) {
      const extent = this.#trace(node);
      if (!extent) return;
      if (gradient) this.#gradient(gradient, extent, look, rule);
      else if (fill) this.#pdf.fillColor(fill.color, fill.opacity).fill(rule);
    }
    if (!stroke || this.#reference(look.stroke) || !this.#trace(node)) return;
    this.#pdf.lineWidth(look.strokeWidth).strokeColor(stroke.color, stroke.opacity);
    this.#pdf
      .lineCap(capOf(node.attributes['stroke-linecap']))
      .lineJoin(joinOf(node.attributes['stroke-linejoin']));
    const dashes =
      look.dash
        ?.split(/[\s,]+/)
        .map(Number)
        .filter((each) => each > 0) ?? [];
    if (dashes.length > 0) this.#pdf.dash(dashes[0] ?? 1, { space: dashes[1] ?? dashes[0] ?? 1 });
    this.#pdf.stroke();
    if (dashes.length > 0) this.#pdf.undash();
  }

  #paint(text: string, opacity: number): Paint | undefined {
    if (text.startsWith('url(')) return undefined;
    const paint = paintOf(text);
    return paint && { ...paint, opacity: paint.opacity * opacity };
  }

  #gradient(node: SvgNode, extent: Extent, look: Look, rule: 'even-odd' | 'non-zero'): void {
    const gradient = gradientOf(node, extent);
    if (!gradient) {
      this.#pdf.fillColor('#000000', 0).fill(rule);
      return;
    }
    const [a = 0, b = 0, c = 0, d = 0] = gradient.places;
    const painted =
      gradient.kind === 'linear'
        ? this.#pdf.linearGradient(a, b, c, d)
        : this.#pdf.radialGradient(a, b, 0, a, b, Math.max(c, 0.01));
    const opacity = look.opacity * look.fillOpacity;
    for (const { offset, paint } of gradient.stops)
      painted.stop(offset, fadedOn(this.#ground, { ...paint, opacity: paint.opacity * opacity }));
    this.#pdf.fillOpacity(1);
    this.#pdf.fill(painted, rule);
  }

  #image({ attributes }: SvgNode): void {
    const source = attributes.href ?? attributes['xlink:href'] ?? '';
    const data = /^data:image\/(?:png|jpeg);base64,(.+)$/s.exec(source)?.[1];
    if (!data) return;
    const at = (key: string) => numberIn(attributes, key);
    this.#pdf.image(Buffer.from(data, 'base64'), at('x'), at('y'), {
      width: at('width'),
      height: at('height'),
    });
  }

  /** A text of one line, which may change its look within. */
  #text(node: SvgNode, look: Look): void {
    const runs = runsOf(node, look).filter(({ text }) => text !== '');
    const wide = runs.reduce(
      (sum, run) => sum + widthOf(run.text, run.look.size, weightOf(run.look.weight)),
      0,
    );
    const shares: Readonly<Record<string, number>> = { middle: 0.5, end: 1 };
    let x = numberIn(node.attributes, 'x') - wide * (shares[look.anchor] ?? 0);
    const rise = (BASELINES[look.baseline ?? ''] ?? 0) * look.size;
    const y = numberIn(node.attributes, 'y') + numberIn(node.attributes, 'dy') + rise;
    for (const { text, look: own } of runs) {
      const weight = weightOf(own.weight);
      const paint = this.#paint(own.fill, own.opacity * own.fillOpacity);
      for (const part of facedTexts(text, weight)) {
        if (paint && own.size > 0) {
          this.#pdf.font(part.face ?? weight).fontSize(own.size);
          this.#outline(part.text, { x, y }, own);
          this.#pdf.fillColor(paint.color, paint.opacity);
          this.#pdf.text(part.text, x, y, { lineBreak: false, baseline: 'alphabetic' });
        }
        x += widthOf(part.text, own.size, weight);
      }
    }
  }

  /** What sets letters apart from what lies behind them, beneath the letters themselves. */
  #outline(text: string, { x, y }: { x: number; y: number }, look: Look): void {
    const paint =
      look.strokeWidth > 0 ? this.#paint(look.stroke, look.opacity * look.strokeOpacity) : undefined;
    if (!paint) return;
    this.#pdf.lineWidth(look.strokeWidth).lineJoin('round').strokeColor(paint.color, paint.opacity);
    this.#pdf.text(text, x, y, { lineBreak: false, baseline: 'alphabetic', stroke: true, fill: false });
  }
}

function runsOf(node: SvgNode, look: Look): { text: string; look: Look }[] {
  return node.children.flatMap((child) => {
    if (child.name === '#text') return [{ text: child.text, look }];
    return child.name === 'tspan' ? runsOf(child, lookOf(child, look)) : [];
  });
}

function lookOf({ attributes }: SvgNode, around: Look): Look {
  const number = (key: string, usual: number) => {
    const value = Number.parseFloat(attributes[key] ?? '');
    return Number.isNaN(value) ? usual : value;
  };
  const font = FONT.exec(attributes.font ?? '')?.groups;
  return {
    fill: attributes.fill ?? around.fill,
    stroke: attributes.stroke ?? around.stroke,
    strokeWidth: number('stroke-width', around.strokeWidth),
    dash: attributes['stroke-dasharray'] ?? around.dash,
    opacity: around.opacity * number('opacity', 1),
    fillOpacity: number('fill-opacity', around.fillOpacity),
    strokeOpacity: number('stroke-opacity', around.strokeOpacity),
    size: number('font-size', font ? Number(font.size) : around.size),
    weight: attributes['font-weight'] ?? font?.weight ?? around.weight,
    anchor: attributes['text-anchor'] ?? around.anchor,
    baseline: attributes['dominant-baseline'] ?? around.baseline,
  };
}

/** The parts of a font that are told as one. */
const FONT = /(?:(?<weight>bolder|bold|normal|\d{3})\s+)?(?<size>[\d.]+)px/;

function numberIn(attributes: Readonly<Record<string, string>>, key: string): number {
  const value = Number.parseFloat(attributes[key] ?? '');
  return Number.isFinite(value) ? value : 0;
}

function pointsPath(name: string, points = ''): string {
  const places = points.trim().split(/[\s,]+/);
  if (places.length < 4) return '';
  const lines = places.flatMap((x, at) => (at % 2 === 0 ? [`${x} ${places[at + 1]}`] : []));
  return `M${lines.join('L')}${name === 'polygon' ? 'Z' : ''}`;
}

type Matrix = [number, number, number, number, number, number];

/** The steps of a transform, from the outermost. */
function matricesOf(text = ''): Matrix[] {
  return [...text.matchAll(/(\w+)\(([^)]*)\)/g)].flatMap(([, kind, list = '']): Matrix[] => {
    const [a = 0, b, c, d = 0, e = 0, f = 0] = list
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    if (kind === 'matrix') return [[a, b ?? 0, c ?? 0, d, e, f]];
    if (kind === 'translate') return [[1, 0, 0, 1, a, b ?? 0]];
    if (kind === 'scale') return [[a, 0, 0, b ?? a, 0, 0]];
    if (kind !== 'rotate') return [];
    const [cos, sin] = [Math.cos((a * Math.PI) / 180), Math.sin((a * Math.PI) / 180)];
    const turned: Matrix = [cos, sin, -sin, cos, 0, 0];
    return b === undefined ? [turned] : [[1, 0, 0, 1, b, c ?? 0], turned, [1, 0, 0, 1, -b, -(c ?? 0)]];
  });
}

function inverseOf([a, b, c, d, e, f]: Matrix): Matrix {
  const size = a * d - b * c || 1;
  return [d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size];
}

function capOf(text: string | undefined): 'butt' | 'round' | 'square' {
  return text === 'round' || text === 'square' ? text : 'butt';
}

function joinOf(text: string | undefined): 'miter' | 'round' | 'bevel' {
  return text === 'round' || text === 'bevel' ? text : 'miter';
}
