import { SaxesParser } from 'saxes';
import { fileProblem } from '../files/file-problem.ts';

/** A piece of XML: an opening or closing tag with its attributes by their names without prefixes, or text. */
export type Piece =
  | { kind: 'open'; name: string; attributes: Readonly<Record<string, string>>; closed: boolean }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string };

/**
 * Cuts XML into pieces as it arrives. Comments, instructions and declarations are left out; prefixes of names too. Entities
 * are those of XML itself: a document cannot define others.
 * @param longest characters that one text or tag may have
 * @throws an error of the file for what is no XML, and for a longer text or tag
 */
export async function* pieces(chunks: AsyncIterable<string>, longest: number): AsyncGenerator<Piece> {
  const parser = new SaxesParser();
  let found: Piece[] = [];
  let heard = 0;
  const add = (piece: Piece): void => {
    found.push(piece);
  };
  parser.on('opentag', ({ name, attributes, isSelfClosing }) => {
    const own = Object.fromEntries(
      Object.entries(attributes).map(([key, value]) => [withoutPrefix(key), value]),
    );
    add({ kind: 'open', name: withoutPrefix(name), attributes: own, closed: isSelfClosing });
  });
  parser.on('closetag', ({ name, isSelfClosing }) => {
    if (!isSelfClosing) add({ kind: 'close', name: withoutPrefix(name) });
  });
  parser.on('text', (text) => add({ kind: 'text', text }));
  parser.on('cdata', (text) => add({ kind: 'text', text }));
  parser.on('error', (error) => {
    throw fileProblem(`The workbook is damaged: ${error.message}.`);
  });
  for await (const chunk of chunks) {
    parser.write(chunk);
    if (found.length > 0) {
      heard = parser.position;
      yield* found;
      found = [];
    }
    // The parser keeps what it has begun to read until it knows where that ends.
    if (parser.position - heard > longest) throw tooLong(longest);
  }
  parser.close();
  yield* found;
}

/** What is wrong with a file that holds a longer text. */
export function tooLong(longest: number): Error {
  return fileProblem(`A cell of the workbook is longer than ${longest.toLocaleString('en')} characters.`);
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
