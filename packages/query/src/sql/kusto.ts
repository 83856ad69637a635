import type { ParsedStatement } from './parsed-statement.ts';
import type { StatementText } from './statements.ts';

/**
 * What a statement of Kusto's own language does. Commands begin with a dot, and all but `.show` change something;
 * everything else is a query. Its tables are not looked for, so only who may read the whole database may run it.
 */
export function kustoStatement(statement: StatementText): ParsedStatement {
  const [first, second] = statement.tokens;
  const isCommand = first?.text === '.';
  return {
    ...statement,
    kind: isCommand ? 'command' : 'kusto_query',
    isSelect: !isCommand,
    isQuery: false,
    isMutating: isCommand && second?.text.toLowerCase() !== 'show',
    reads: !isCommand || second?.text.toLowerCase() === 'show',
    beyond: undefined,
    uses: [],
    tables: [],
    touched: [],
    isTransparent: false,
    limit: takenRows(statement),
    bound: takenRows(statement),
    hasSubquery: false,
  };
}

/** Of `| take 10` or `| limit 10`, the last one counts. */
function takenRows({ tokens }: StatementText): number | null {
  const limits = tokens.flatMap((token, index) => {
    const count = tokens[index + 1];
    const isTake = tokens[index - 1]?.text === '|' && /^(take|limit)$/i.test(token.text);
    return isTake && count && /^\d+$/.test(count.text) ? [Number(count.text)] : [];
  });
  return limits.at(-1) ?? null;
}
