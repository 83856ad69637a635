/** A piece of XML: an opening or closing tag with its attributes, or text. */
export type Piece =
  | { kind: 'open'; name: string; attributes: string; closed: boolean }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string };

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text with its entities resolved. Only those of XML itself: a document cannot define others. */
export function plainText(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x[0-9a-fA-F]{1,6}|#\d{1,7}|\w+);/g, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
    const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** The value of an attribute, by its name without prefix. */
export function attribute(attributes: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  const value = match?.[1] ?? match?.[2];
  return value === undefined ? undefined : plainText(value);
}

/** Cuts XML into pieces as it arrives. Comments, instructions and declarations are left out; prefixes of names too. */
export async function* pieces(chunks: AsyncIterable<string>): AsyncGenerator<Piece> {
  let rest = '';
  for await (const chunk of chunks) {
    rest += chunk;
    // A `<` begins something in XML, wherever it stands: what is before it is whole.
    const cut = rest.lastIndexOf('<');
    if (cut <= 0) continue;
    yield* complete(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  yield* complete(rest);
}

const PIECE =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<[?!][^>]*>|<\/(?:[\w.-]+:)?([\w.-]+)\s*>|<(?:[\w.-]+:)?([\w.-]+)((?:[^>"']|"[^"]*"|'[^']*')*)>|([^<]+)/g;

function* complete(text: string): Generator<Piece> {
  for (const [, data, closing, opening, attributes = '', content] of text.matchAll(PIECE)) {
    if (closing !== undefined) yield { kind: 'close', name: closing };
    else if (opening !== undefined) yield { kind: 'open', name: opening, attributes, closed: attributes.endsWith('/') };
    else if (content !== undefined) yield { kind: 'text', text: plainText(content) };
    else if (data !== undefined) yield { kind: 'text', text: data };
  }
}
