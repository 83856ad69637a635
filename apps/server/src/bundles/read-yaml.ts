import { beyondBound } from '@chartroom/model/base';
import type { Document } from 'yaml';

/** How large a document may be. */
export interface DocumentBounds {
  /** Keys, values and items. */
  nodes: number;
}

/** Places where a document may speak of another part of itself; each is looked for from its beginning. */
const MOST_ALIASES = 1_000;
/** Levels of lists and objects; what prints or walks documents recurses. */
const DEEPEST = 1_000;

/**
 * What a YAML document says, and how many keys, values and items it has: these are counted before it is read.
 * @throws an error that says what is wrong with a document that is none, is too large or too deep, names something twice, or bears
 * tags that nothing here knows: what they stand for cannot be guessed
 */
export async function readYaml(
  text: string,
  bounds: DocumentBounds,
): Promise<{ value: unknown; found: number }> {
  const { Lexer, parseDocument, visit } = await import('yaml');
  const found = counted(new Lexer().lex(text), bounds);
  // The library compares each name with every other one.
  const document = parseDocument(text, { logLevel: 'error', uniqueKeys: false });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem) throw problem;
  refuseTwice(document, visit);
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  if (isDeeper(value)) throw tooDeep();
  return { value, found };
}

/** What the reader takes a scalar for, in its stream of tokens. */
const SCALAR = '\u001f';

/** @throws beyond the bounds, as soon as they are met */
function counted(tokens: Iterable<string>, { nodes }: DocumentBounds): number {
  let found = 0;
  let aliases = 0;
  let depth = 0;
  for (const token of tokens) {
    if (token === SCALAR || token === '-' || token === '[' || token === '{') found += 1;
    else if (token.startsWith('*') || token.startsWith('&')) aliases += 1;
    // What is in brackets the reader follows by calling itself.
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth > DEEPEST) throw tooDeep();
    if (found > nodes)
      throw beyondBound('the number of keys, values and items of the document', found, nodes);
    if (aliases > MOST_ALIASES)
      throw beyondBound('the number of anchors and aliases of the document', aliases, MOST_ALIASES);
  }
  return found;
}

function tooDeep(): Error {
  return new Error(`It nests lists and mappings more than ${DEEPEST} levels deep`);
}

/** A name that stands twice in one mapping would silently win over the first. */
function refuseTwice(document: Document, visit: typeof import('yaml').visit): void {
  visit(document, {
    Map(_key, { items }) {
      const names = new Set<string>();
      for (const { key } of items) {
        const name = `${typeof key} ${String(key)}`;
        if (names.has(name)) throw new Error(`Map keys must be unique: "${String(key)}" stands twice`);
        names.add(name);
      }
    },
  });
}

/** Level by level, so that no depth is too deep to be looked at. */
function isDeeper(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return false;
}
