/** Key words of the clauses; a condition in brackets ends before them. */
const CLAUSES = new Set([
  'GROUP',
  'ORDER',
  'HAVING',
  'LIMIT',
  'OFFSET',
  'WHERE',
  'ON',
  'JOIN',
  'INNER',
  'AS',
  'THEN',
]);
const OPENERS = new Set(['AND', 'OR', 'WHERE', 'ON', 'HAVING', '(']);

const TOKEN =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[A-Za-z_][^\]]*\]|[A-Za-z_][\w$]*|\d+(?:\.\d+)?|<=|>=|<>|!=|\|\||::|\S/g;

/** One token of SQL, or what stands between two brackets. */
type Piece = string | Piece[];

/**
 * SQL in one form: white space, the case of words, quotes that are not needed, `!=`, `INNER JOIN`, `OFFSET
 * 0`, `LIMIT 20, 10` and brackets that change nothing are made the same.
 */
export function canonicalSql(sql: string): string {
  const tokens = (sql.match(TOKEN) ?? []).map(canonicalToken);
  const [pieces] = nested(tokens, 0);
  return text(pieces)
    .replaceAll('INNER JOIN', 'JOIN')
    .replace(/LIMIT (\d+) , (\d+)/g, 'LIMIT $2 OFFSET $1')
    .replace(/ OFFSET 0\b/g, '')
    .replace(/ ASC\b/g, '');
}

function canonicalToken(token: string): string {
  if (token === '!=') return '<>';
  if (token.startsWith("'")) return token;
  if (/^["`[]./.test(token))
    return /^["`[][a-z_]\w*["`\]]$/i.test(token) ? token.slice(1, -1).toUpperCase() : token;
  return token.toUpperCase();
}

function nested(tokens: readonly string[], from: number): [pieces: Piece[], end: number] {
  const pieces: Piece[] = [];
  let at = from;
  while (at < tokens.length && tokens[at] !== ')') {
    if (tokens[at] === '(') {
      const [inner, end] = nested(tokens, at + 1);
      pieces.push(inner);
      at = end + 1;
    } else {
      pieces.push(tokens[at] ?? '');
      at += 1;
    }
  }
  return [pieces, at];
}

function text(pieces: readonly Piece[]): string {
  return pieces
    .map((piece, place) => {
      if (typeof piece === 'string') return piece;
      const inner = text(piece);
      return needless(piece, pieces[place - 1], pieces[place + 1]) ? inner : `( ${inner} )`;
    })
    .join(' ');
}

/** Brackets around a condition that binds as strongly as its neighbours, or around a single thing. */
function needless(inner: readonly Piece[], before: Piece | undefined, after: Piece | undefined): boolean {
  const opened =
    before === undefined ||
    (typeof before === 'string' && (OPENERS.has(before) || (before === 'NOT' && inner.length === 1)));
  const closed =
    after === undefined ||
    (typeof after === 'string' && (after === 'AND' || after === 'OR' || CLAUSES.has(after)));
  if (!opened || !closed || inner[0] === 'SELECT') return false;
  const loose = inner.includes('OR') && (before === 'AND' || after === 'AND' || before === 'NOT');
  return !loose;
}
