import type { Token } from './tokens.ts';

/** Types before a text (`double '1.5'`) that the library does not read. */
const LITERAL_TYPES =
  /^(bool|boolean|double|real|char|varchar|text|bigint|integer|int|smallint|tinyint|float|numeric|decimal|inet|cidr|uuid|json|jsonb|point|bytea)$/i;

/**
 * The text without what the library does not read and which says nothing about what a statement does: the length of bits
 * and intervals and `varying` behind `::`, the type of a literal, operators of several signs, words within functions.
 * Blanks, or a form of the same meaning and length, stand there instead, so that positions stay.
 */
export function withoutUnreadForms(
  text: string,
  tokens: readonly Token[],
  start: number,
  parser: string,
): string {
  // Changes are gathered: to make a long text anew for each of thousands takes minutes.
  const changes: { from: number; to: number; instead: string }[] = [];
  const put = (from: number, to: number, instead = ''): void => {
    changes.push({ from: from - start, to: to - start, instead: instead.padEnd(to - from) });
  };
  for (const [place, token] of tokens.entries()) {
    const { kind } = token;
    if (kind === 'symbol') plainOperator(tokens, place, parser, put);
    else if (kind === 'number' && /^0[xob]/i.test(token.text))
      put(token.start, token.start + token.text.length, '1'.repeat(token.text.length));
    else if (kind === 'word') plainWord(tokens, place, parser, put);
  }
  return changes.length === 0 ? text : changed(text, changes);
}

/** The text with each change in its place; of changes that meet, the later one holds, and each is as long as what it stands for. */
function changed(text: string, changes: readonly { from: number; to: number; instead: string }[]): string {
  const letters = text.split('');
  for (const { from, instead } of changes)
    for (let at = 0; at < instead.length; at += 1) letters[from + at] = instead.charAt(at);
  return letters.join('');
}

type Put = (from: number, to: number, instead?: string) => void;

function plainWord(tokens: readonly Token[], place: number, parser: string, put: Put): void {
  const token = tokens[place];
  if (!token) return;
  const [before, next] = [tokens[place - 1], tokens[place + 1]];
  const end = token.start + token.text.length;
  if (LITERAL_TYPES.test(token.text) && next?.kind === 'string' && !/^(as|\.|:)$/i.test(before?.text ?? ''))
    put(token.start, end);
  const isCall = next?.text === '(';
  if (parser === 'tsql' && isCall && /^(try_)?parse$/i.test(token.text))
    put(token.start, end, /^try/i.test(token.text) ? 'try_cast' : 'cast');
  // `SUBSTRING(a SIMILAR b ESCAPE c)` has the form of `SUBSTRING(a FROM b FOR c)`.
  if (parser === 'postgres' && isCall && /^substring$/i.test(token.text)) similarForm(tokens, place, put);
  if (!/^(bit|varbit|interval)$/i.test(token.text) || before?.text.endsWith(':') !== true) return;
  const varies = /^bit$/i.test(token.text) && /^varying$/i.test(next?.text ?? '');
  const [bracket, length, closing] = tokens.slice(place + (varies ? 2 : 1));
  const sized = bracket?.text === '(' && /^\d+$/.test(length?.text ?? '') && closing?.text === ')';
  const unsized = varies && next ? next.start + next.text.length : undefined;
  const to = sized ? closing.start + 1 : unsized;
  if (to !== undefined) put(end, to);
}

/** `<<=`, `>>=`, `//` lose their last sign, and `!` before or behind a value goes. */
function plainOperator(tokens: readonly Token[], place: number, parser: string, put: Put): void {
  const [first, second, third] = [tokens[place], tokens[place + 1], tokens[place + 2]];
  if (!first) return;
  const joined = (one: Token | undefined, other: Token | undefined): boolean =>
    one !== undefined && other?.start === one.start + 1;
  if (
    /^[<>]$/.test(first.text) &&
    second?.text === first.text &&
    third?.text === '=' &&
    joined(first, second) &&
    joined(second, third)
  ) {
    put(third.start, third.start + 1);
  }
  if (parser === 'duckdb' && first.text === '/' && second?.text === '/' && joined(first, second))
    put(second.start, second.start + 1);
  const isSign = /^(duckdb|mysql)$/.test(parser) && first.text === '!';
  if (isSign && !(joined(first, second) && second?.kind === 'symbol' && /^[=~]$/.test(second.text)))
    put(first.start, first.start + 1);
}

function similarForm(tokens: readonly Token[], place: number, put: Put): void {
  let depth = 0;
  for (const { kind, text, start } of tokens.slice(place + 1)) {
    if (text === '(') depth += 1;
    else if (text === ')') depth -= 1;
    if (depth === 0) return;
    if (depth !== 1 || kind !== 'word') continue;
    if (/^similar$/i.test(text)) put(start, start + text.length, 'from');
    else if (/^escape$/i.test(text)) put(start, start + text.length, 'for');
  }
}
