import { BEFORE_SOURCE, CLAUSES, JOIN_WORDS } from './clause-words.ts';
import { type KeywordPlace, keywordsAt } from './keywords.ts';
import type { Around, Named, Statement } from './query.ts';
import { readStatement } from './reader.ts';
import type { SqlStyle } from './style.ts';
import { nameIn, type Token, tokensOf } from './tokens.ts';

/** What may be written at a place. */
export type Wanted =
  | { kind: 'source' }
  | { kind: 'member'; path: readonly string[] }
  | { kind: 'value'; words: readonly KeywordPlace[] }
  | { kind: 'shared-columns' }
  | { kind: 'target-columns' }
  | { kind: 'type' }
  | { kind: 'words'; words: readonly KeywordPlace[] }
  | { kind: 'macro' | 'template-filter' | 'template-tag' };

/** A place in a text, with what is there of a name already. */
export interface Place {
  wanted: Wanted;
  /** What is replaced. */
  from: number;
  to: number;
  /** What is written of it, without quotes. */
  prefix: string;
  /** It is written in quotes. */
  isQuoted: boolean;
  around: Around;
  statement: Statement;
  /** Whether what can be here is shown without being asked for. */
  isEager: boolean;
}

/** A statement of a script with the place in it. */
export interface PlaceAsked {
  /** The statement with what is around it up to the semicolons. */
  text: string;
  at: number;
  style: SqlStyle;
}

/** What may be written at a place of a statement; undefined where it is nobody's business: in a text, a number, a new name. */
export function placeAt({ text, at, style }: PlaceAsked): Place | undefined {
  const tokens = tokensOf(text, style);
  const index = tokens.findIndex((token) => token.from < at && at <= token.to);
  const token = tokens[index];
  if (token?.kind === 'template' && isWithin(token, at)) return templatePlace(text, token, at);
  if (token && !isNameLike(token) && isWithin(token, at)) return undefined;
  const own =
    token && isNameLike(token) && (token.kind === 'word' || isWithin(token, at)) ? token : undefined;
  // Right behind a text or a quoted name nothing is left to be written.
  if (token && !own && token.kind !== 'sign' && at === token.to) return undefined;
  const from = own?.from ?? at;
  const path = pathBefore(text, tokens, own ? index : tokens.findLastIndex(({ to }) => to <= at) + 1, from);
  const begin = path[0]?.from ?? from;
  const statement = readStatement(text, tokens, begin);
  const { around } = statement;
  if (!around) return undefined;
  const wanted = path.length > 0 ? memberOf(path, around) : wantedIn(around);
  if (!wanted) return undefined;
  const isQuoted = own?.kind === 'name';
  const prefix = own ? nameIn(text, { ...own, to: at, isOpen: true }) : '';
  const isTyped = own?.kind === 'word' && isFinished(prefix, wanted, style);
  return {
    wanted,
    from,
    to: own ? own.to : at,
    prefix,
    isQuoted,
    around,
    statement,
    isEager: !isTyped && isEager(wanted, around, prefix, text.charAt(at - 1)),
  };
}

function isNameLike({ kind }: Token): boolean {
  return kind === 'word' || kind === 'name';
}

/** Behind its end one is no longer in a token, unless it has none. */
function isWithin({ to, isOpen }: Token, at: number): boolean {
  return at < to || isOpen;
}

/** Whether what is written is a word of the language as it stands: nobody wants it replaced. */
function isFinished(prefix: string, wanted: Wanted, style: SqlStyle): boolean {
  if (wanted.kind === 'member') return false;
  const word = prefix.toUpperCase();
  if (CLAUSES.has(word)) return true;
  const places = wanted.kind === 'words' || wanted.kind === 'value' ? wanted.words : [];
  return places.some((place) => keywordsAt(place, style).some((words) => words.split(' ').includes(word)));
}

/** Names before a place, with dots between: `schema.table.`. */
function pathBefore(text: string, tokens: readonly Token[], index: number, from: number): Named[] {
  const path: Named[] = [];
  let end = from;
  for (let at = index - 1; at > 0; at -= 2) {
    const dot = tokens[at];
    const before = tokens[at - 1];
    if (!dot || !before || text.slice(dot.from, dot.to) !== '.' || !isNameLike(before)) break;
    if (dot.to !== end && path.length > 0) break;
    path.unshift({
      name: nameIn(text, before),
      from: before.from,
      to: before.to,
      isQuoted: before.kind === 'name',
    });
    end = before.from;
  }
  return path;
}

function memberOf(path: readonly Named[], { isNaming }: Around): Wanted | undefined {
  return isNaming ? undefined : { kind: 'member', path: path.map(({ name }) => name) };
}

function words(...places: KeywordPlace[]): Wanted {
  return { kind: 'words', words: places };
}

function wantedIn(around: Around): Wanted | undefined {
  const { kind, isNaming, clause, call, before, isOpen } = around;
  const [last = ''] = before;
  if (isNaming)
    return last === 'AS' && /^(?:try_)?cast$/i.test(call?.name ?? '') ? { kind: 'type' } : undefined;
  if (last === ':' && before[1] === ':') return { kind: 'type' };
  if (kind === 'names') return clause === 'using' ? { kind: 'shared-columns' } : { kind: 'target-columns' };
  if (kind === 'expression') return inExpression(around);
  if (clause === 'from') return inFrom(around);
  if (last === 'GROUP' || last === 'ORDER' || last === 'PARTITION') return words('by');
  const place = OTHERS[clause];
  if (place) return place(around);
  return isOpen ? { kind: 'value', words: openWords(around) } : words(...closedWords(around));
}

const OTHERS: Partial<Record<Around['clause'], (around: Around) => Wanted | undefined>> = {
  start: ({ depth, before: [last = ''] }) => {
    if (last === '' || last === '(') return words(depth > 0 ? 'inBrackets' : 'statement');
    return /^(?:EXPLAIN|ANALYZE|SUMMARIZE)$/.test(last) ? words('statement') : undefined;
  },
  with: ({ before: [last = ''] }) => (last === ')' ? words('behindCte', 'cteBody') : words('cteBody')),
  'set-operation': () => words('setOperation'),
  limit: ({ isOpen }) => (isOpen ? undefined : words('behindLimit')),
  into: ({ before: [last = ''] }) =>
    /^(?:INTO|INSERT|TABLE)$/.test(last) ? { kind: 'source' } : words('target'),
  delete: () => words('object'),
  update: () => ({ kind: 'source' }),
  object: ({ before: [last = ''] }) =>
    /^(?:TABLE|VIEW|DESCRIBE|EXISTS|TRUNCATE)$/.test(last) ? { kind: 'source' } : words('object'),
  definition: () => words('definition'),
  other: () => undefined,
  set: ({ isOpen, before: [last = ''] }) => {
    if (last === 'SET' || last === ',') return { kind: 'target-columns' };
    return isOpen ? { kind: 'value', words: ['value'] } : words('behindFrom', 'condition');
  },
};

function inFrom({ isOpen, kind, before: [last = ''] }: Around): Wanted {
  if (JOIN_WORDS.has(last) && !BEFORE_SOURCE.has(last)) return words('joins');
  return isOpen || (kind === 'sources' && last === '(') ? { kind: 'source' } : words('behindFrom');
}

function inExpression(around: Around): Wanted {
  const { isOpen, before, call, clause } = around;
  const [last = '', second = ''] = before;
  const isWindow = call === undefined && second === 'OVER';
  if (/^(?:ORDER|PARTITION|GROUP)$/.test(last)) return words('by');
  if (isWindow && last === '(') return words('window');
  if (!isOpen) return words('windowOn', 'condition', 'case', ...(call ? [] : closedWords(around)));
  const own: KeywordPlace[] = last === '(' && (!call || clause === 'where') ? ['inBrackets'] : [];
  const distinct: KeywordPlace[] = call && last === '(' ? ['selectStart'] : ['value'];
  return { kind: 'value', words: [...own, ...distinct, ...caseWords(around)] };
}

function openWords({ before: [last = ''], clause }: Around): KeywordPlace[] {
  const isStart = clause === 'select' && (last === 'SELECT' || last === 'DISTINCT');
  return [isStart ? 'selectStart' : 'value', ...caseWords({ before: [last] })];
}

function caseWords({ before: [last = ''] }: Pick<Around, 'before'>): KeywordPlace[] {
  return last === 'CASE' ? ['case'] : [];
}

/** Words behind a value that is whole. */
function closedWords({ clause, query }: Around): KeywordPlace[] {
  if (clause === 'select') return ['selectOn', 'case'];
  if (clause === 'on') return ['condition', 'behindOn', 'case'];
  if (clause === 'using') return ['behindOn'];
  if (clause === 'where') return ['condition', 'behindWhere', 'case'];
  if (clause === 'group') return ['behindGroup', 'condition', 'case'];
  if (clause === 'having') return ['condition', 'behindGroup', 'case'];
  if (clause === 'order') return ['behindOrder', 'case'];
  return query ? ['condition'] : [];
}

const TEMPLATE_TAG = /^\{%-?\s*(\w*)$/;

function templatePlace(text: string, token: Token, at: number): Place | undefined {
  const before = text.slice(token.from, at);
  if (before.startsWith('{#') || at - token.from < 2) return undefined;
  const isInText = (before.match(/'/g)?.length ?? 0) % 2 === 1 || (before.match(/"/g)?.length ?? 0) % 2 === 1;
  if (isInText) return undefined;
  const prefix = /\w*$/.exec(before)?.[0] ?? '';
  const rest = before.slice(0, before.length - prefix.length).trimEnd();
  if (/^\d/.test(prefix) || rest.endsWith('.')) return undefined;
  const statement = readStatement('', [], 0);
  const { around } = statement;
  if (!around) return undefined;
  const isFilter = rest.endsWith('|');
  const isTag = TEMPLATE_TAG.test(before);
  const other = isTag ? 'template-tag' : 'macro';
  const kind = isFilter ? 'template-filter' : other;
  return {
    wanted: { kind },
    from: at - prefix.length,
    to: at,
    prefix,
    isQuoted: false,
    around,
    statement,
    isEager: prefix !== '' || /[{%|]\s?$/.test(before),
  };
}

/** Words behind which a list opens by itself; behind others one may as well write a literal. */
const OPENERS = /^(?:WHERE|ON|AND|BY|SET|USING|,)$/;

function isEager(
  wanted: Wanted,
  { before: [last = ''], clause }: Around,
  prefix: string,
  sign: string,
): boolean {
  if (wanted.kind === 'member') return true;
  if (prefix === '') {
    if (wanted.kind === 'source') return last !== ',' || /\s/.test(sign);
    if (wanted.kind === 'shared-columns' || wanted.kind === 'target-columns') return true;
    return (
      wanted.kind === 'value' &&
      OPENERS.test(last) &&
      clause !== 'select' &&
      clause !== 'values' &&
      sign === ' '
    );
  }
  // A single letter behind a source is an alias more often than the beginning of a word.
  const isAlias = wanted.kind === 'words' && (clause === 'from' || clause === 'select');
  return !isAlias || prefix.length > 1;
}
