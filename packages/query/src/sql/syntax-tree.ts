/** The parser's tree is read as plain data: `{ kind: { member: … } }`. */
export type TreeObject = Record<string, unknown>;

export function isTreeObject(value: unknown): value is TreeObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Kind and members of a node, e.g. `select` and its parts; undefined when the value is no node. */
export function nodeOf(value: unknown): { kind: string; members: TreeObject } | undefined {
  if (!isTreeObject(value)) return undefined;
  const keys = Object.keys(value);
  const [kind] = keys;
  const members = kind === undefined || keys.length > 1 ? undefined : value[kind];
  return kind !== undefined && isTreeObject(members) ? { kind, members } : undefined;
}

/** The text of an identifier: `{ name: 'x' }` or `{ name: { name: 'x' } }`. */
export function identifierText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return isTreeObject(value) ? identifierText(value.name) : undefined;
}

/** Whether some object in the tree satisfies the test; `key` is the member that holds it. */
export function someObject(
  tree: unknown,
  test: (value: TreeObject, key: string) => boolean,
  key = '',
): boolean {
  if (typeof tree !== 'object' || tree === null) return false;
  if (Array.isArray(tree)) return tree.some((item) => someObject(item, test, key));
  if (!isTreeObject(tree)) return false;
  if (test(tree, key)) return true;
  // Trees are large, and walked several times: most of their members are no objects.
  for (const name of Object.keys(tree)) {
    const value = tree[name];
    if (typeof value === 'object' && value !== null && someObject(value, test, name)) return true;
  }
  return false;
}

/** Kinds of nodes that are queries and may be limited. */
export const SET_OPERATIONS: ReadonlySet<string> = new Set(['union', 'intersect', 'except']);
