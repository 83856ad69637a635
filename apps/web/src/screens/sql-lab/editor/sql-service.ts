import type { CodeChoice, CodeChoices, CodeService, CodeSpan } from '@chartroom/ui';
import type { LabCatalog } from './lab-catalog.ts';
import { type Completion, complete } from './sql/complete.ts';
import { functionsOf, withNames } from './sql/functions.ts';
import { noteAt, noteOfCallAround } from './sql/note.ts';
import { type Knowledge, type Offer, tablesIn } from './sql/offers.ts';
import { placeAt } from './sql/place.ts';
import type { Statement } from './sql/query.ts';
import { readStatement } from './sql/reader.ts';
import { type Span, statementAt, statementsOf } from './sql/statements.ts';
import { styleOf } from './sql/style.ts';
import { TextScript } from './sql/text-script.ts';
import { type Token, tokensOf } from './sql/tokens.ts';
import { nameAt, placesOf, usesOf } from './sql/uses.ts';
import { type Written, writtenAt } from './sql/written.ts';
import { type Check, SqlChecks } from './sql-checks.ts';

/** What an editor of SQL knows of where its text will run. */
export interface SqlGround {
  backend: string | undefined;
  catalog: LabCatalog;
  /** Names of the tab's template parameters. */
  parameters: () => readonly string[];
  /** Whether a list may open while one writes. */
  offersWhileTyping: () => boolean;
  /** Asks the server whether a statement can be read; undefined where one may not. */
  check: Check | undefined;
  run: (text: string, statement: CodeSpan) => void;
  /** Shows a table with its columns and rows. */
  preview: (schema: string, table: string) => void;
}

/** What the editor of a tab asks about its SQL. */
export interface SqlService extends CodeService {
  /** The statement between the semicolons around a place. */
  statementAt: (text: string, at: number) => CodeSpan | undefined;
  /** That statement with what can be looked at of it; `more` is settled when more is known of its tables. */
  writtenAt: (text: string, at: number) => { found: Written | undefined; more: Promise<unknown> | undefined };
}

/** A statement of a text, read. */
interface Piece {
  begin: number;
  text: string;
  tokens: readonly Token[];
  statement: Statement;
}

/** What the editor of a tab asks about its SQL. */
export function sqlService(ground: SqlGround): SqlService {
  const { backend, catalog, parameters, offersWhileTyping, check, run, preview } = ground;
  const style = styleOf(backend);
  const script = new TextScript(style);
  const checks = new SqlChecks({ style, script, catalog, check });
  const known = functionsOf(backend);
  const functions = () => withNames(known, catalog.functionNames);
  const knowledge = (): Knowledge => ({ style, catalog, functions: functions(), parameters: parameters() });
  const pieceAt = (text: string, at: number): Piece | undefined => {
    const piece = script.pieceAt(text, at);
    if (!piece) return undefined;
    const own = text.slice(piece.begin, piece.end);
    const tokens = tokensOf(own, style);
    return { begin: piece.begin, text: own, tokens, statement: readStatement(own, tokens) };
  };
  const originAt = ({ statement, begin }: Piece, at: number) =>
    nameAt(usesOf(statement, catalog), at - begin)?.origin;
  return {
    complete: (text, at, isAsked) => {
      if (!isAsked && (!offersWhileTyping() || script.isInLong(at))) return undefined;
      const piece = script.pieceAt(text, at);
      if (!piece) return undefined;
      const { begin } = piece;
      const asked = { text: text.slice(begin, piece.end), at: at - begin, style };
      const place = placeAt(asked);
      if (!place || (!isAsked && !place.isEager)) return undefined;
      const answer = () => choicesOf(complete(asked, knowledge(), isAsked), begin);
      const { wanted } = place;
      const member = wanted.kind === 'member' ? [[...wanted.path, ''], [...wanted.path]] : [];
      // Who writes before the names of the tables are there waits for them: no key would ask again.
      const source = wanted.kind === 'source' ? [['']] : [];
      const loading = catalog.load([...tablesIn(place), ...member, ...source]);
      return loading ? loading.then(answer) : answer();
    },
    statements: (text) => statementsOf(script.of(text)),
    statementAt: (text, at) => statementAt(script.of(text), at),
    writtenAt: (text, at) => {
      const found = writtenAt(script.of(text), at, catalog);
      if (!found || found.ctes.length === 0) return { found, more: undefined };
      const statement = readStatement(found.sql, tokensOf(found.sql, style));
      return { found, more: catalog.load(tablesIn({ statement })) };
    },
    run,
    note: async (text, at, isAsked) => {
      const piece = pieceAt(text, at);
      if (!piece) return undefined;
      await catalog.load(tablesIn(piece));
      const known = { ...piece, catalog, functions: functions() };
      const place = at - piece.begin;
      const found = noteAt(known, place) ?? (isAsked ? noteOfCallAround(known, place) : undefined);
      return found && { ...found, ...moved(found, piece.begin) };
    },
    definition: (text, at) => {
      const piece = pieceAt(text, at);
      const origin = piece && originAt(piece, at);
      return origin && origin.kind !== 'table' ? moved(origin.named, piece.begin) : undefined;
    },
    open: (text, at) => {
      const piece = pieceAt(text, at);
      const origin = piece && originAt(piece, at);
      if (origin?.kind !== 'table') return false;
      const found = catalog.find(origin.source.path.map(({ name }) => name));
      if (found) preview(found.schema, found.table);
      return found !== undefined;
    },
    places: (text, at) => {
      const piece = pieceAt(text, at);
      if (!piece) return [];
      const places = placesOf(usesOf(piece.statement, catalog), at - piece.begin);
      return places.map(({ from, to, isQuoted }) =>
        moved(isQuoted ? { from: from + 1, to: to - 1 } : { from, to }, piece.begin),
      );
    },
    problems: (piece) => checks.problems(piece),
  };
}

function moved({ from, to }: Span, by: number): Span {
  return { from: from + by, to: to + by };
}

function choicesOf(completion: Completion | undefined, begin: number): CodeChoices | undefined {
  if (!completion) return undefined;
  const { place, shown, more } = completion;
  return { from: begin + place.from, to: begin + place.to, more, choices: shown.map(choiceOf) };
}

/** Words behind which the next name can be offered at once. */
const LEADS_ON = /(?:FROM|JOIN|INTO|UPDATE|TABLE|VIEW)$/;

function choiceOf({ kind, name, detail, about, text, tail }: Offer): CodeChoice {
  const insert = text + tail;
  const hasArguments = tail === '()' && detail !== '()';
  return {
    label: name,
    kind,
    detail,
    about,
    insert,
    isSnippet: kind === 'snippet',
    cursor: hasArguments ? insert.length - 1 : insert.length,
    leadsOn: kind === 'keyword' && LEADS_ON.test(name),
  };
}
