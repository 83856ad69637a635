import { type Catalog, type Columns, columnsOf, outputOf } from './columns.ts';
import type { SqlFunction } from './functions.ts';
import type { Named, Statement } from './query.ts';
import { readStatement } from './reader.ts';
import { FILTERS, MACROS } from './templates.ts';
import type { Token } from './tokens.ts';
import { nameAt, type Origin, usesOf } from './uses.ts';

/** What is told of a name. */
export interface Note {
  from: number;
  to: number;
  title: string;
  detail: string | undefined;
  about: string | undefined;
}

/** What is known for a note. */
export interface NoteGround {
  text: string;
  tokens: readonly Token[];
  statement: Statement;
  catalog: Catalog;
  functions: readonly SqlFunction[];
}

/** Columns that a note shows of a table. */
const SHOWN = 12;

/** What the name at a place is: a column with its type, a table with its columns, a function with its arguments. */
export function noteAt(ground: NoteGround, at: number): Note | undefined {
  const { statement, catalog } = ground;
  const use = nameAt(usesOf(statement, catalog), at);
  return use ? noteOfUse(use.named, use.origin, ground) : noteOfCall(ground, at);
}

function noteOfUse(named: Named, origin: Origin, { statement, catalog }: NoteGround): Note {
  const note = (detail: string | undefined, about: string | undefined): Note => {
    return { from: named.from, to: named.to, title: named.name, detail, about };
  };
  if (origin.kind === 'cte') {
    const { cte } = origin;
    const { named: given } = cte;
    const names = cte.columns.map(({ name }) => ({ name, type: undefined }));
    const output = cte.query ? outputOf(cte.query, catalog) : undefined;
    const columns = names.length > 0 ? { columns: names, isComplete: true } : output;
    return note(columns && listed(columns), given === named ? 'given here' : 'given by WITH');
  }
  if (origin.kind === 'column') {
    const { source, query } = origin;
    const found = columnsOf(source, query, catalog).columns.find((each) => sameName(each.name, named.name));
    const of = `column of ${source.path.map(({ name }) => name).join('.')}`;
    return note(found?.type?.toLowerCase(), [of, found?.comment].filter(Boolean).join(': '));
  }
  if (origin.kind === 'given')
    return note(typeOf(origin.named, statement, catalog), 'named in this statement');
  const { source, query } = origin;
  const columns = columnsOf(source, query, catalog);
  const of = source.query ? 'a query' : source.path.map(({ name }) => name).join('.');
  return note(listed(columns), origin.kind === 'alias' ? `stands for ${of}` : 'table');
}

/** The type of what a query gives a name, where that is but a column. */
function typeOf(named: Named, { queries }: Statement, catalog: Catalog): string | undefined {
  const query = queries.find(({ items }) => items.some((item) => item.named === named));
  const column = query && outputOf(query, catalog).columns.find(({ name }) => name === named.name);
  return column?.type?.toLowerCase();
}

function listed({ columns, isComplete }: Columns): string | undefined {
  if (columns.length === 0) return undefined;
  const lines = columns
    .slice(0, SHOWN)
    .map(({ name, type }) => (type ? `${name} ${type.toLowerCase()}` : name));
  const more = columns.length - SHOWN;
  if (more > 0) lines.push(`and ${more} more`);
  else if (!isComplete) lines.push('and others that are not known');
  return lines.join('\n');
}

function noteOfCall({ text, tokens, functions }: NoteGround, at: number): Note | undefined {
  const index = tokens.findIndex(({ from, to }) => from <= at && at <= to);
  const token = tokens[index];
  if (token?.kind === 'template') return noteOfTemplate(text, token, at);
  if (token?.kind !== 'word') return undefined;
  const next = tokens[index + 1];
  const isCall = next !== undefined && text.charAt(next.from) === '(';
  return isCall ? noteOfFunction({ ...token, name: text.slice(token.from, token.to) }, functions) : undefined;
}

/** The function whose arguments stand at a place. */
export function noteOfCallAround({ text, tokens, functions }: NoteGround, at: number): Note | undefined {
  const call = readStatement(text, tokens, at).around?.call;
  return call && noteOfFunction(call, functions);
}

function noteOfFunction(
  { name, from, to }: Pick<Named, 'name' | 'from' | 'to'>,
  functions: readonly SqlFunction[],
): Note | undefined {
  const known = functions.find((each) => sameName(each.name, name));
  if (!known) return undefined;
  return {
    from,
    to,
    title: `${known.name}(${known.args ?? ''})`,
    detail: undefined,
    about: known.about,
  };
}

function noteOfTemplate(text: string, token: Token, at: number): Note | undefined {
  const before = /\w*$/.exec(text.slice(token.from, at))?.[0] ?? '';
  const behind = /^\w*/.exec(text.slice(at, token.to))?.[0] ?? '';
  const name = before + behind;
  const known = [...MACROS, ...FILTERS].find((each) => each.name === name);
  if (!known) return undefined;
  const title = known.args === undefined ? name : `${name}(${known.args})`;
  return { from: at - before.length, to: at + behind.length, title, detail: undefined, about: known.about };
}

function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
