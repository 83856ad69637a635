import { SaxesParser } from 'saxes';

/** An element of an SVG document; a text is one of the name `#text`. */
export interface SvgNode {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: SvgNode[];
  /** Of a text. */
  text: string;
}

/** The root of an SVG document, and what is named in it. */
export interface SvgTree {
  root: SvgNode;
  named: ReadonlyMap<string, SvgNode>;
}

/** Reads an SVG document. Throws where it is not well formed. */
export function svgTree(svg: string): SvgTree {
  const root: SvgNode = { name: '', attributes: {}, children: [], text: '' };
  const named = new Map<string, SvgNode>();
  const open: SvgNode[] = [root];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const node: SvgNode = { name, attributes: withStyle(attributes), children: [], text: '' };
    open.at(-1)?.children.push(node);
    if (attributes.id) named.set(attributes.id, node);
    open.push(node);
  });
  parser.on('text', (text) =>
    open.at(-1)?.children.push({ name: '#text', attributes: {}, children: [], text }),
  );
  parser.on('closetag', () => open.pop());
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(svg).close();
  return { root: root.children.find(({ name }) => name === 'svg') ?? root, named };
}

/** What stands in `style` goes before attributes. */
function withStyle(attributes: Record<string, string>): Record<string, string> {
  const { style } = attributes;
  if (!style) return attributes;
  const said = style.split(';').flatMap((part) => {
    const colon = part.indexOf(':');
    return colon < 0 ? [] : [[part.slice(0, colon).trim(), part.slice(colon + 1).trim()] as const];
  });
  return { ...attributes, ...Object.fromEntries(said) };
}
