import type { SqlStyle } from './style.ts';
import { eachToken } from './tokens.ts';

/** Where a statement stands in a script, without the blanks around it and its semicolon. */
export interface Span {
  from: number;
  to: number;
}

/** A statement with its semicolon, if it has one: from here on the next one begins. */
export interface Piece extends Span {
  /** Where what belongs to it begins: behind the semicolon before it. */
  begin: number;
  end: number;
}

/** A script that is cut into statements, so that a change of it needs only what is around the change. */
export interface Script {
  text: string;
  style: SqlStyle;
  pieces: readonly Piece[];
}

/** A change of a text: what stood from `from` to `to` before is `size` signs long now. */
export interface Change {
  from: number;
  to: number;
  size: number;
}

/** Cuts a script at its semicolons. */
export function readScript(text: string, style: SqlStyle): Script {
  return { text, style, pieces: [...eachPiece(text, style, 0)] };
}

/** The script after a change: statements before it stay, and so do those behind it as soon as they begin as they did. */
export function changedScript(before: Script, text: string, change: Change): Script {
  const { pieces, style } = before;
  const shift = change.size - (change.to - change.from);
  let first = pieces.findIndex((piece) => piece.end >= change.from);
  if (first < 0) first = Math.max(0, pieces.length - 1);
  const kept = pieces.slice(0, first);
  const fresh: Piece[] = [];
  const later = new Map(pieces.slice(first).map((piece, at) => [piece.begin, first + at]));
  for (const piece of eachPiece(text, style, pieces[first]?.begin ?? 0)) {
    const same = piece.begin > change.from + change.size ? later.get(piece.begin - shift) : undefined;
    if (same !== undefined) {
      const rest = pieces.slice(same).map((each) => moved(each, shift));
      return { text, style, pieces: [...kept, ...fresh, ...rest] };
    }
    fresh.push(piece);
  }
  return { text, style, pieces: [...kept, ...fresh] };
}

/** The statements in which there is code. */
export function statementsOf({ pieces }: Script): Span[] {
  return pieces.filter(({ from, to }) => to > from).map(({ from, to }) => ({ from, to }));
}

/** The statement between the semicolons around a place; behind the last one, that one. */
export function statementAt(script: Script, at: number): Span | undefined {
  const { pieces, text } = script;
  const here = pieces.findIndex((piece) => at <= piece.end);
  const piece = pieces[here < 0 ? pieces.length - 1 : here];
  if (piece && piece.to > piece.from) {
    // At the beginning of an empty line behind a statement one is still with that statement.
    const before = pieces[here - 1];
    const isOnLineOfBefore =
      before !== undefined && at < piece.from && !text.slice(before.end, at).includes('\n');
    return isOnLineOfBefore && before.to > before.from ? before : piece;
  }
  return pieces.slice(0, here < 0 ? undefined : here).findLast(({ from, to }) => to > from);
}

function* eachPiece(text: string, style: SqlStyle, begin: number): Generator<Piece> {
  let start = begin;
  let from = -1;
  let to = -1;
  for (const token of eachToken(text, style, begin)) {
    if (token.kind === 'sign' && text.charAt(token.from) === ';') {
      yield {
        begin: start,
        end: token.to,
        from: from < 0 ? token.from : from,
        to: from < 0 ? token.from : to,
      };
      start = token.to;
      from = -1;
    } else if (token.kind !== 'comment') {
      if (from < 0) from = token.from;
      to = token.to;
    }
  }
  yield {
    begin: start,
    end: text.length,
    from: from < 0 ? text.length : from,
    to: from < 0 ? text.length : to,
  };
}

function moved({ begin, end, from, to }: Piece, by: number): Piece {
  return { begin: begin + by, end: end + by, from: from + by, to: to + by };
}
