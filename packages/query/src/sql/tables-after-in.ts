import type { TableName } from './table-names.ts';
import type { Token } from './tokens.ts';

/** Tables that stand behind IN without brackets, which the parser takes for columns. Names of common table expressions are none. */
export function tablesAfterIn(tokens: readonly Token[]): TableName[] {
  const isName = (token: Token | undefined): token is Token => token?.kind === 'word' || token?.kind === 'identifier';
  const text = (at: number): string | undefined => tokens[at]?.text.toUpperCase();
  const isExpression = (name: string): boolean =>
    tokens.some((token, at) => isName(token) && nameOf(token) === name && text(at + 1) === 'AS' && text(at + 2) === '(');
  return tokens.flatMap((token, at): TableName[] => {
    const [first, dot, second] = [tokens[at + 1], tokens[at + 2], tokens[at + 3]];
    if (token.kind !== 'word' || token.text.toUpperCase() !== 'IN' || !isName(first)) return [];
    if (dot?.text === '.' && isName(second)) return [{ catalog: null, schema: nameOf(first), table: nameOf(second) }];
    const table = nameOf(first);
    return dot?.text === '(' || isExpression(table) ? [] : [{ catalog: null, schema: null, table }];
  });
}

/** A name without its quotes. */
function nameOf({ kind, text }: Token): string {
  if (kind === 'word') return text;
  const quote = text.charAt(0);
  return text
    .slice(1, -1)
    .replaceAll(quote + quote, quote)
    .replace(/\\(.)/gs, '$1');
}
