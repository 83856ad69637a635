import { ChartroomError, type FieldReasons } from '@chartroom/model';

/** Extended result codes of SQLite: a rule about unique values, and one about things that refer to each other. */
const SQLITE_UNIQUE = new Set([1555, 2067]);
const SQLITE_REFERENCE = 787;

/**
 * 422 for values that the records themselves refuse: no check before can see what another request is about to save, and
 * PostgreSQL holds no NUL in texts, no number beyond the width of its column and no long text in an index. Nothing was saved. Undefined for
 * other errors.
 */
export function recordsRefusal(error: Error): ChartroomError | undefined {
  const code = codeOf(error);
  if (code === '23505' || SQLITE_UNIQUE.has(Number(code))) return takenAlready(error);
  if (code === '23503' || code === SQLITE_REFERENCE)
    return refusal('Something that this refers to is gone, or something else still needs it.');
  if (code === '22003') return refusal('A number is larger than the records can hold.');
  if (code === '22P02')
    return refusal('A number is not whole, or a value not of the kind that the records keep there.');
  // PostgreSQL keeps a text in an index up to a third of a page.
  if (code === '54000') return refusal('A text is longer than the records can keep there.');
  if (code === '22021' || code === '22P05')
    return refusal('A text holds the character NUL, which the records cannot keep.');
  if (TOO_MANY.test(error.message)) return refusal('A list is longer than the records can look for at once.');
  return undefined;
}

/** What SQLite, and PostgreSQL when its count of parameters has run over, say of a very long list. */
const TOO_MANY = /^(too many SQL variables|bind message has \d+ parameter formats)/;

/** `UNIQUE constraint failed: charts.uuid` of SQLite, `Key (uuid)=(…) already exists.` of PostgreSQL. */
function takenAlready(error: Error): ChartroomError {
  const columns = /failed: (.+)$/.exec(error.message)?.[1]?.replaceAll(/\w+\./g, '') ?? detailOf(error);
  const names = columns?.split(',').map((name) => name.replaceAll(/\W/g, '')) ?? [];
  if (names.length === 0) return refusal('Something of this name is there already.');
  return refusal(
    Object.fromEntries(names.map((name) => [name, ['Something with this value is there already.']])),
  );
}

function detailOf(error: Error): string | undefined {
  return 'detail' in error && typeof error.detail === 'string'
    ? /^Key \((.+?)\)=/.exec(error.detail)?.[1]
    : undefined;
}

function refusal(what: string | FieldReasons): ChartroomError {
  const [message, fields] = typeof what === 'string' ? [what, undefined] : ['Could not process entity', what];
  return new ChartroomError(message, {
    status: 422,
    error_type: 'GENERIC_COMMAND_ERROR',
    shape: 'message',
    ...(fields && { fields }),
  });
}

/** What a store calls an error: SQLite a number, PostgreSQL five letters. */
function codeOf(error: Error): unknown {
  if ('errcode' in error) return error.errcode;
  return 'code' in error ? error.code : undefined;
}
