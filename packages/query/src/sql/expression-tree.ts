import { isTreeObject, nodeOf } from './syntax-tree.ts';

/** Nodes that are, or stand for, rows of something else than the row an expression is about. */
const RELATIONS =
  /^(select|subquery|union|intersect|except|values|table|from|join|joined_table|with|cte|pivot|unpivot|unpivot_column|lateral|lateral_view|table_from_rows|rows_from|table_argument|match_recognize|open_j_s_o_n|x_m_l_table|j_s_o_n_table|read_c_s_v|read_parquet|describe|show|summarize|pragma|tuple_query)$/;
/** Nodes of statements, and of text that the parser has not read. */
const STATEMENTS =
  /^(insert|update|delete|merge|truncate|truncate_table|(create|drop|alter|undrop|rename)_\w+|add_partition|replace_partition|use|cache|uncache|load_data|grant|revoke|comment|set|set_statement|set_item|command|kill|prepare|execute|raw|refresh|locking_statement|clone|attach|detach|install|declare|export|copy|get|put|transaction|commit|rollback|analyze|alter_session|semantic_view|into_clause|directory|user_defined_function|next_value_for)$/;
/** Members of a node that hold the parts of a query. */
const QUERY_PARTS: ReadonlySet<string> = new Set([
  'from',
  'with',
  'joins',
  'laterals',
  'lateral_views',
  'into',
  'from_clause',
]);

/** What a tree is that is no scalar expression: `relation` where it reads rows, `shape` where it is another thing. */
export type ExpressionFault = 'relation' | 'shape';

/** The same of a text, which the parser may not be able to read, or not that deep. */
export type FragmentFault = ExpressionFault | 'unread' | 'deep';

/**
 * What keeps the tree of `SELECT <text>` from being that of one scalar expression; undefined when it is one. `queries`
 * says that sub-queries may stand in it.
 */
export function expressionFault(tree: unknown, queries: boolean): ExpressionFault | undefined {
  const node = nodeOf(tree);
  if (node?.kind !== 'select')
    return node !== undefined && RELATIONS.test(node.kind) && !queries ? 'relation' : 'shape';
  const { expressions, leading_comments: _, post_select_comments: __, ...others } = node.members;
  if (!Array.isArray(expressions) || expressions.length !== 1) return 'shape';
  const rest = Object.entries(others).filter(([, value]) => !isNothing(value));
  if (rest.length > 0) return rest.some(([name]) => QUERY_PARTS.has(name)) && !queries ? 'relation' : 'shape';
  const top = nodeOf(expressions[0]);
  // A name for the value, or all columns, is no value.
  if (!top || /^(alias|aliases|star)$/.test(top.kind)) return 'shape';
  return innerFault(expressions, queries);
}

/** Looks through the whole tree; not by recursion, for chains of operators are as deep as they are long. */
function innerFault(tree: unknown, queries: boolean): ExpressionFault | undefined {
  const waiting: unknown[] = [tree];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (Array.isArray(value)) {
      for (const item of value) waiting.push(item);
      continue;
    }
    if (!isTreeObject(value)) continue;
    const node = nodeOf(value);
    const kind = node?.kind ?? '';
    if (node && kind === 'overlay') {
      // Its FROM is the place of a sign.
      for (const member of Object.values(node.members)) waiting.push(member);
      continue;
    }
    if (STATEMENTS.test(kind)) return 'shape';
    if (!queries && RELATIONS.test(kind)) return 'relation';
    for (const [name, member] of Object.entries(value)) {
      if (!queries && QUERY_PARTS.has(name) && isTreeObject(member)) return 'relation';
      waiting.push(member);
    }
  }
  return undefined;
}

function isNothing(value: unknown): boolean {
  return (
    value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0)
  );
}
