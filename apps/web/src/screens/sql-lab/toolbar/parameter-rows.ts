import { isJsonObject, type JsonObject, type JsonValue } from '@chartroom/model';

/** A parameter of a tab's templates as a form shows it. */
export interface ParameterRow {
  name: string;
  /** Its value as text: for `json` a JSON document. */
  value: string;
  kind: 'text' | 'json';
}

/** The parameters of a JSON text; undefined for one that is no JSON object. */
export function parametersIn(text: string): JsonObject | undefined {
  if (text.trim() === '') return {};
  try {
    const value: JsonValue = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Parameters as rows of a form, and after them a row for each name that the SQL asks for in vain. */
export function rowsOf(parameters: JsonObject, sql: string): ParameterRow[] {
  const given = Object.entries(parameters).map(
    ([name, value]): ParameterRow =>
      typeof value === 'string'
        ? { name, value, kind: 'text' }
        : { name, value: JSON.stringify(value ?? null), kind: 'json' },
  );
  const missing = namesAsked(sql).filter((name) => !Object.hasOwn(parameters, name));
  return [...given, ...missing.map((name): ParameterRow => ({ name, value: '', kind: 'text' }))];
}

/** What is wrong with a row among the others; undefined when nothing is. */
export function rowProblem(row: ParameterRow, rows: readonly ParameterRow[]): string | undefined {
  if (row.name.trim() === '') return row.value === '' ? undefined : 'This value has no name';
  if (rows.some((other) => other !== row && other.name.trim() === row.name.trim()))
    return `${row.name.trim()} is there twice`;
  return row.kind === 'json' && jsonIn(row.value) === undefined ? 'This is no JSON' : undefined;
}

/** The JSON text of the rows of a form; null without any. Rows without a name, and texts that are empty, say nothing. */
export function textOf(rows: readonly ParameterRow[]): string | null {
  const said = rows.filter(({ name, value }) => name.trim() !== '' && value !== '');
  if (said.length === 0) return null;
  const values = said.map(({ name, value, kind }): [string, JsonValue] => {
    const read = kind === 'json' ? jsonIn(value) : undefined;
    return [name.trim(), read === undefined ? value : read];
  });
  return JSON.stringify(Object.fromEntries(values), null, 2);
}

/** Plain names between double braces: no macros, no members of something else, nothing that the text sets itself. */
function namesAsked(sql: string): string[] {
  const own = [...sql.matchAll(/\{%-?\s*(?:set|for)\s+(\w+)/g)].map((match) => match[1]);
  const asked = [...sql.matchAll(/\{\{-?\s*([A-Za-z_]\w*)\s*(?:\||-?\}\})/g)].flatMap(
    (match) => match[1] ?? [],
  );
  return [...new Set(asked)].filter((name) => !own.includes(name));
}

function jsonIn(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
