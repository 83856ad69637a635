import { CLAUSES, JOIN_WORDS, NOT_ALIASES, OPERATOR_WORDS, SOFT_WORDS, VALUE_WORDS } from './clause-words.ts';
import {
  clauseBefore,
  type Frame,
  finishItem,
  frameOf,
  type ItemPart,
  isPartOfExpression,
  needsQuery,
  noSource,
} from './frame.ts';
import type { Around, Cte, Named, Query, Reference, Source, Statement } from './query.ts';
import { isName, nameIn, type Token } from './tokens.ts';

/** Reads a statement that may be half written: what stands where, which names it uses, and what is around a place. */
export function readStatement(text: string, tokens: readonly Token[], at?: number): Statement {
  return new Reader(
    text,
    tokens.filter(({ kind }) => kind !== 'comment'),
  ).read(at);
}

/** Words of expressions, which name nothing. */
const KEPT_WORDS: ReadonlySet<string> = new Set([...OPERATOR_WORDS, ...VALUE_WORDS]);

class Reader {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #queries: Query[] = [];
  readonly #ctes: Cte[] = [];
  readonly #references: Reference[] = [];
  readonly #frames: Frame[] = [frameOf('query')];
  #at = 0;

  constructor(text: string, tokens: readonly Token[]) {
    this.#text = text;
    this.#tokens = tokens;
  }

  read(at: number | undefined): Statement {
    let around: Around | undefined;
    while (this.#at < this.#tokens.length) {
      const token = this.#tokens[this.#at];
      if (!token) break;
      if (at !== undefined && around === undefined && token.from >= at) around = this.#around();
      this.#step(token);
    }
    around ??= at === undefined ? undefined : this.#around();
    for (const frame of this.#frames) finishItem(frame);
    return { queries: this.#queries, ctes: this.#ctes, references: this.#references, around };
  }

  get #frame(): Frame {
    return this.#frames.at(-1) ?? frameOf('query');
  }

  #around(): Around {
    const { clause, query, scope, kind, call, source, alias, expectsCte, names } = this.#frame;
    const last = this.#tokens[this.#at - 1];
    const isOpen = this.#asksForMore(last);
    const isGiven =
      kind === 'names' && names !== undefined && names !== query?.using && names !== query?.targets;
    return {
      clause,
      query,
      scope,
      isOpen,
      mayAlias: !isOpen && alias === 'may' && (clause === 'from' ? source !== undefined : true),
      kind,
      isNaming: alias === 'must' || expectsCte || isGiven,
      call,
      before: this.#wordsBefore(),
      depth: this.#frames.length - 1,
    };
  }

  #wordsBefore(): string[] {
    return this.#tokens
      .slice(Math.max(0, this.#at - 4), this.#at)
      .map((token) => this.#upper(token))
      .reverse();
  }

  /** Whether what was written last cannot end there. */
  #asksForMore(last: Token | undefined): boolean {
    if (!last) return true;
    const word = this.#upper(last);
    if (last.kind === 'number') return this.#upper(this.#tokens[this.#at - 2]) === 'TOP';
    if (last.kind === 'sign') {
      const isAll =
        word === '*' && /^(?:SELECT|DISTINCT|,|\.|\(|)$/.test(this.#upper(this.#tokens[this.#at - 2]));
      return !isAll && word !== ')' && word !== ']' && word !== '}';
    }
    return last.kind === 'word' && (CLAUSES.has(word) || OPERATOR_WORDS.has(word) || JOIN_WORDS.has(word));
  }

  #upper(token: Token | undefined): string {
    if (!token) return '';
    const text = this.#text.slice(token.from, token.to);
    return token.kind === 'word' ? text.toUpperCase() : text;
  }

  #peek(by = 1): string {
    return this.#upper(this.#tokens[this.#at + by]);
  }

  #step(token: Token): void {
    const frame = this.#frame;
    const text = this.#upper(token);
    if (token.kind === 'sign') this.#sign(text, token, frame);
    else if (token.kind === 'word' && this.#clauseWord(text, token, frame)) this.#at += 1;
    else if (isName(token)) this.#name(token, frame);
    else {
      // A template may stand for a name, a text for a file.
      const stands = frame.clause === 'from' && frame.kind !== 'expression' && frame.source === undefined;
      if (stands) this.#addSource(frame, { ...noSource(), isCall: true });
      frame.alias = this.#upper(this.#tokens[this.#at - 1]) === 'TOP' ? 'no' : 'may';
      frame.item.push(this.#part(token));
      this.#at += 1;
    }
  }

  #sign(sign: string, token: Token, frame: Frame): void {
    this.#at += 1;
    if (sign !== '(' && sign !== ')') frame.alias = 'no';
    if (sign === '(') this.#open(token, frame);
    else if (sign === ')') this.#close(token);
    else if (sign === ';') {
      finishItem(frame);
      this.#frames.splice(0, this.#frames.length, frameOf('query'));
    } else if (sign === ',') {
      finishItem(frame);
      frame.source = undefined;
      if (frame.clause === 'with') frame.expectsCte = true;
      // Behind ON and USING a comma goes on with the sources.
      if (frame.kind === 'query' && (frame.clause === 'on' || frame.clause === 'using'))
        frame.clause = 'from';
    } else frame.item.push(this.#part(token));
  }

  #open(token: Token, frame: Frame): void {
    const next = this.#upper(this.#tokens[this.#at]);
    const isQuery = next === 'SELECT' || next === 'WITH' || next === 'VALUES';
    const before = this.#upper(this.#tokens[this.#at - 2]);
    const { clause, kind, cte, scope, query } = frame;
    if (clause === 'with' && kind === 'query' && cte) {
      const isBody = /^(?:AS|MATERIALIZED)$/.test(before);
      const part = isBody ? { bodyOf: cte } : { names: cte.columns };
      this.#frames.push(frameOf(isBody ? 'query' : 'names', { scope, ...part }));
    } else if (clause === 'from' && kind !== 'expression') {
      this.#openSource(frame, isQuery || next === 'FROM', before);
    } else if (isQuery) {
      this.#frames.push(frameOf('query', { scope, outer: query }));
    } else {
      const isNames = /^(?:using|into|definition|object)$/.test(clause) && kind === 'query';
      const named = clause === 'into' ? query?.targets : undefined;
      const names = clause === 'using' ? query?.using : named;
      const call = isNames ? undefined : this.#callBefore(token);
      this.#frames.push(frameOf(isNames ? 'names' : 'expression', { scope, query, clause, names, call }));
    }
  }

  #openSource(frame: Frame, isQuery: boolean, before: string): void {
    const { source, scope, query } = frame;
    const isLateral = before === 'LATERAL' || before === 'APPLY';
    if (source === undefined) {
      const added = isQuery ? this.#addSource(frame, noSource()) : undefined;
      const inner = isQuery
        ? frameOf('query', { scope, outer: isLateral ? query : undefined })
        : frameOf('sources', { scope, query, clause: 'from' });
      inner.sourceOf = added;
      this.#frames.push(inner);
    } else if (source.alias) {
      this.#frames.push({ ...frameOf('names', { scope }), names: source.columns });
    } else {
      source.isCall = true;
      this.#frames.push(frameOf('expression', { scope, query, clause: 'from' }));
    }
  }

  #part(token: Token): ItemPart {
    const word = this.#upper(token);
    const isName = token.kind === 'name' || (token.kind === 'word' && !KEPT_WORDS.has(word));
    return { word, named: isName ? this.#named(token) : undefined, isGroup: false };
  }

  #close(token: Token): void {
    if (this.#frames.length < 2) return;
    const closed = this.#frames.pop();
    if (closed) finishItem(closed);
    const frame = this.#frame;
    if (closed?.bodyOf) closed.bodyOf.end = token.to;
    frame.alias = frame.clause === 'with' ? 'no' : 'may';
    if (closed?.kind === 'sources') frame.source = closed.source ?? frame.query?.sources.at(-1);
    frame.item.push({ word: ')', named: undefined, isGroup: true });
  }

  #callBefore(open: Token): Named | undefined {
    const before = this.#tokens[this.#at - 2];
    if (!before || (before.kind !== 'word' && before.kind !== 'name')) return undefined;
    const isWord = before.kind === 'word' && OPERATOR_WORDS.has(this.#upper(before));
    return isWord || before.to > open.from ? undefined : this.#named(before);
  }

  /** A word that begins a part of a statement; false for any other. */
  #clauseWord(word: string, token: Token, frame: Frame): boolean {
    if (this.#isBehindDot()) return false;
    if (frame.kind === 'expression' || frame.kind === 'names') {
      // ORDER BY in the arguments of a call and in OVER names columns as the clause does.
      return VALUE_WORDS.has(word) || OPERATOR_WORDS.has(word) || CLAUSES.has(word)
        ? this.#takeWord(token, frame)
        : false;
    }
    if (
      JOIN_WORDS.has(word) &&
      (frame.clause === 'from' || frame.clause === 'on' || frame.clause === 'using')
    ) {
      if (this.#peek() === '(' && word !== 'JOIN' && word !== 'LATERAL') return false;
      if (/^(?:NATURAL|SEMI|ANTI)$/.test(word) && frame.query) frame.query.joinsByName = true;
      frame.clause = 'from';
      frame.source = undefined;
      frame.alias = 'no';
      return true;
    }
    const change = CLAUSES.get(word);
    const last = this.#tokens[this.#at - 1];
    if (
      change === undefined ||
      isPartOfExpression(word, frame.clause, this.#wordsBefore(), this.#asksForMore(last))
    ) {
      return OPERATOR_WORDS.has(word) || VALUE_WORDS.has(word) ? this.#takeWord(token, frame) : false;
    }
    finishItem(frame);
    frame.alias = 'no';
    this.#enter(word, token, frame);
    return true;
  }

  #takeWord(token: Token, frame: Frame): true {
    const word = this.#upper(token);
    if (word === 'AS') frame.alias = 'must';
    else frame.alias = VALUE_WORDS.has(word) ? 'may' : 'no';
    frame.item.push(this.#part(token));
    return true;
  }

  #enter(word: string, token: Token, frame: Frame): void {
    const clause = clauseBefore(word, this.#tokens[this.#at + 1], this.#peek());
    if (word === 'WITH') {
      if (!/^(?:start|into|definition)$/.test(frame.clause)) return;
      frame.scope = { ctes: [], isRecursive: false, outer: frame.scope };
      frame.expectsCte = true;
    } else if (word === 'SELECT' || (word === 'FROM' && needsQuery(frame))) {
      this.#begin(token, frame);
    } else if (word === 'UPDATE' || word === 'DELETE') this.#begin(token, frame);
    if (word === 'TABLE' || word === 'VIEW') frame.clause = 'object';
    else if (clause === 'set' && frame.clause !== 'update' && frame.clause !== 'from') frame.clause = 'other';
    else frame.clause = clause;
    if (frame.clause === 'from' || frame.clause === 'update') frame.source = undefined;
    if (frame.clause === 'update') frame.clause = 'from';
  }

  #begin(token: Pick<Token, 'from'>, frame: Frame): Query {
    const query: Query = {
      from: token.from,
      outer: frame.outer,
      scope: frame.scope,
      sources: [],
      items: [],
      using: [],
      targets: [],
      isLater: frame.clause === 'set-operation',
      joinsByName: false,
    };
    this.#queries.push(query);
    frame.query = query;
    frame.source = undefined;
    if (frame.bodyOf && !frame.bodyOf.query) frame.bodyOf.query = query;
    if (frame.sourceOf && !frame.sourceOf.query) frame.sourceOf.query = query;
    return query;
  }

  /** A name: of a common table expression, a source, an alias, a column, a function. */
  #name(token: Token, frame: Frame): void {
    const word = this.#upper(token);
    if (frame.kind === 'names') {
      frame.names?.push(this.#named(token));
      this.#at += 1;
    } else if (frame.clause === 'with') this.#nameInWith(token, word, frame);
    else if (frame.clause === 'from' && frame.kind !== 'expression') this.#nameInFrom(token, word, frame);
    else if (/^(?:into|object|delete)$/.test(frame.clause)) this.#nameOfTarget(frame);
    else this.#nameInExpression(token, frame);
  }

  #nameInWith(token: Token, word: string, frame: Frame): void {
    this.#at += 1;
    if (token.kind === 'word' && word === 'RECURSIVE' && frame.scope) frame.scope.isRecursive = true;
    else if (frame.expectsCte && frame.scope) {
      // A value may have its name behind it.
      const end = token.to + (this.#upper(this.#tokens[this.#at - 2]) === 'AS' ? 1 : 0);
      const cte: Cte = { named: this.#named(token), columns: [], query: undefined, end };
      frame.scope.ctes.push(cte);
      this.#ctes.push(cte);
      frame.cte = cte;
      frame.expectsCte = false;
    }
  }

  #nameInFrom(token: Token, word: string, frame: Frame): void {
    const { source } = frame;
    if (token.kind === 'word' && word === 'AS') {
      frame.alias = 'must';
      this.#at += 1;
    } else if (source === undefined && word === 'ONLY' && isName(this.#tokens[this.#at + 1])) {
      this.#at += 1;
    } else if (source === undefined) {
      this.#addSource(frame, { ...noSource(), path: this.#path() });
      frame.alias = 'may';
    } else {
      const isAlias = frame.alias === 'must' || (frame.alias === 'may' && !NOT_ALIASES.has(word));
      if (isAlias && !source.alias) source.alias = this.#named(token);
      frame.alias = 'no';
      this.#at += 1;
    }
  }

  #nameOfTarget(frame: Frame): void {
    const word = this.#peek(0);
    if (/^(?:IF|NOT|EXISTS|TABLE|OVERWRITE|OR|REPLACE|TEMPORARY|TEMP)$/.test(word) && this.#peek() !== '.') {
      this.#at += 1;
      return;
    }
    const path = this.#path();
    if (frame.clause === 'object') frame.clause = 'definition';
    else if (!frame.query) {
      const query = this.#begin({ from: path[0]?.from ?? 0 }, frame);
      query.sources.push({ ...noSource(), path });
    }
    frame.alias = 'no';
  }

  #nameInExpression(token: Token, frame: Frame): void {
    const begin = this.#at;
    const before = this.#upper(this.#tokens[begin - 1]);
    const path = this.#path();
    const named = this.#tokens.slice(begin, this.#at);
    frame.item.push(...named.map((each) => this.#part(each)));
    const isCall = this.#peek(0) === '(';
    const mayAlias = frame.alias === 'may' && frame.clause === 'select' && frame.kind === 'query';
    const isAlias = frame.alias === 'must' || (mayAlias && !isCall);
    const isOther =
      /^(?::|OVER|COLLATE|@)$/.test(before) || /^(?:other|limit|start|window)$/.test(frame.clause);
    const isSoft = token.kind === 'word' && path.length === 1 && SOFT_WORDS.has(this.#upper(token));
    const isSource = this.#upper(this.#tokens[this.#at - 1]) === '.';
    if (!isAlias && !isCall && frame.query && !isOther)
      this.#references.push({ path, query: frame.query, clause: frame.clause, isSoft, isSource });
    // A text may follow what tells its type.
    frame.alias = isAlias || isSoft ? 'no' : 'may';
  }

  /** A name with those before its dots; goes behind it. */
  #path(): Named[] {
    const path: Named[] = [];
    for (;;) {
      const token = this.#tokens[this.#at];
      if (!token || (token.kind !== 'word' && token.kind !== 'name' && token.kind !== 'template'))
        return path;
      path.push(this.#named(token));
      this.#at += 1;
      const dot = this.#tokens[this.#at];
      if (dot?.kind !== 'sign' || this.#upper(dot) !== '.') return path;
      this.#at += 1;
      if (!this.#isBehindDot()) return path;
    }
  }

  /** Whether the word here belongs to a dot before it; behind an unfinished name (`t. FROM`) a clause may begin. */
  #isBehindDot(): boolean {
    const dot = this.#tokens[this.#at - 1];
    const token = this.#tokens[this.#at];
    if (!dot || this.#upper(dot) !== '.') return false;
    const word = this.#upper(token);
    const isOther =
      token?.kind === 'word' && (CLAUSES.has(word) || JOIN_WORDS.has(word) || KEPT_WORDS.has(word));
    return !isOther || token.from === dot.to;
  }

  #named(token: Token): Named {
    const { from, to, kind } = token;
    return { name: nameIn(this.#text, token), from, to, isQuoted: kind === 'name' };
  }

  #addSource(frame: Frame, source: Source): Source {
    const query = frame.query ?? this.#begin(this.#tokens[this.#at] ?? { from: 0 }, frame);
    query.sources.push(source);
    frame.source = source;
    return source;
  }
}
