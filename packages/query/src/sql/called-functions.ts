import type { TableName } from './table-names.ts';
import type { Token } from './tokens.ts';

/** Functions of standard SQL that are called without brackets. */
const WITHOUT_BRACKETS: ReadonlySet<string> = new Set(
  'current_user session_user system_user current_role current_schema current_catalog'.split(' '),
);
/** A name and a bracket after these are a table and its columns. */
const BEFORE_COLUMN_LIST: ReadonlySet<string> = new Set(
  'into table view index with recursive references exists'.split(' '),
);

/**
 * Those of the `forbidden` functions (lower case) that a statement calls. Read from the tokens, so that nothing
 * which a parser takes for something else slips through.
 */
export function forbiddenCalls(
  tokens: readonly Token[],
  touched: readonly TableName[],
  forbidden: ReadonlySet<string>,
): string[] {
  const found = new Set<string>();
  for (const [index, token] of tokens.entries()) {
    const name = nameOf(token);
    const bracket = tokens[index + 1]?.text === '(';
    const before = tokens[index - 1]?.text.toLowerCase() ?? '';
    // `PRAGMA database_list` is another way to write the call of `pragma_database_list`.
    if (before === 'pragma' && forbidden.has(`pragma_${name}`)) found.add(`pragma_${name}`);
    if (name === undefined || !(forbidden.has(name) || (bracket && isDisguised(token)))) continue;
    if (
      bracket
        ? !BEFORE_COLUMN_LIST.has(before)
        : token.kind === 'word' && WITHOUT_BRACKETS.has(name) && before !== '.' && before !== 'as'
    )
      found.add(name);
  }
  // Engines show some functions as views of the same name (`duckdb_settings`). A plain word such as `query` is a table.
  for (const { table } of touched)
    if (table.includes('_') && forbidden.has(table.toLowerCase())) found.add(table.toLowerCase());
  return [...found].sort();
}

/** A quoted name with a backslash may be read as another one (`"vers\\x69on"`); no function has one in its name. */
export function isDisguised({ kind, text }: Token): boolean {
  return kind === 'identifier' && text.includes('\\');
}

/** The name that a token writes, lower case. */
function nameOf(token: Token): string | undefined {
  if (token.kind === 'word') return token.text.toLowerCase();
  return token.kind === 'identifier' ? token.text.slice(1, -1).toLowerCase() : undefined;
}
