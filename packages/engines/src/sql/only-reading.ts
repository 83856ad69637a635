import { ChartroomError, type ErrorType } from '@chartroom/model';
import { type Dialect, type StatementText, splitStatements } from '@chartroom/query';

/** First words of statements that read. `FROM` may begin a query or an insert in engines that know it. */
const READS = new Set('SELECT WITH VALUES TABLE SHOW DESCRIBE DESC EXPLAIN FROM LIST'.split(' '));
/** What may follow the brackets of a WITH, or a pipe, and writes. */
const WRITES = new Set('INSERT UPDATE DELETE MERGE CREATE EXPORT CALL'.split(' '));

/**
 * The one statement of a text, where the engine takes one at a time and has no mode in which it refuses writes itself.
 * What does not begin as a reading statement does is refused while only reading is allowed; who may write what is
 * decided by the reader of SQL and by the rights of the account.
 * @throws ChartroomError 400 for text without a statement, with several, or with one that writes
 */
export function oneStatement(
  sql: string,
  { readOnly, dialect, engineName }: { readOnly: boolean; dialect: Dialect; engineName: string },
): string {
  const refuse = (message: string, error_type: ErrorType): never => {
    throw new ChartroomError(message, {
      status: 400,
      error_type,
      level: 'error',
      extra: { engine_name: engineName },
    });
  };
  const statements = statementsOf(sql, dialect, (reason) => refuse(reason, 'SYNTAX_ERROR'));
  const [statement, ...others] = statements;
  if (!statement) return refuse('There is no statement to run.', 'SYNTAX_ERROR');
  if (others.length > 0) return refuse('Only one statement can be run at a time.', 'SYNTAX_ERROR');
  const word = readOnly ? writingWord(statement) : undefined;
  if (word !== undefined)
    refuse(`${word} cannot be run while only reading is allowed.`, 'DML_NOT_ALLOWED_ERROR');
  return statement.sql;
}

function statementsOf(
  sql: string,
  dialect: Dialect,
  onUnreadable: (reason: string) => never,
): StatementText[] {
  try {
    return splitStatements(sql, dialect.lexical);
  } catch (error) {
    return onUnreadable(error instanceof Error ? error.message : String(error));
  }
}

/** The word by which a statement writes, in capitals; undefined when it reads. */
function writingWord({ tokens }: StatementText): string | undefined {
  const words = tokens.map(({ kind, text }) =>
    kind === 'word' || kind === 'symbol' ? text.toUpperCase() : '?',
  );
  return wordThatWrites(words.slice(words.findIndex((word) => word !== '(')));
}

function wordThatWrites(words: readonly string[]): string | undefined {
  const first = words[0] ?? '';
  if (first === 'EXPLAIN') return wordThatWrites(explained(words));
  if (!READS.has(first)) return /^[A-Z]/.test(first) ? first : 'This statement';
  if (first === 'FROM' && words.includes('INSERT')) return 'INSERT';
  // A procedure of one's own, made to be called at once.
  if (first === 'WITH' && words.some((word, index) => word === 'PROCEDURE' && words[index - 1] === 'AS'))
    return 'PROCEDURE';
  return words.find((word, index) => {
    const afterPipe = words[index - 1] === '>' && words[index - 2] === '|';
    return WRITES.has(word) && (afterPipe || (first === 'WITH' && words[index - 1] === ')'));
  });
}

/** What follows EXPLAIN and its options (`ANALYZE`, `USING JSON`, `(TYPE IO)`): an engine may run it to measure. */
function explained(words: readonly string[]): readonly string[] {
  let at = 1;
  while (
    /^(ANALYZE|VERBOSE|USING|TEXT|JSON|TABULAR|EXTENDED|CODEGEN|COST|FORMATTED|\()$/.test(words[at] ?? '')
  ) {
    at =
      words[at] === '(' && !READS.has(words[at + 1] ?? '')
        ? words.indexOf(')', at) + 1 || words.length
        : at + 1;
  }
  return words.slice(at);
}
