/** The parser's tree is read as plain data: `{ kind: { member: … } }`. */
export type TreeObject = Record<string, unknown>;

export function isTreeObject(value: unknown): value is TreeObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Kind and members of a node, e.g. `select` and its parts; undefined when the value is no node. */
export function nodeOf(value: unknown): { kind: string; members: TreeObject } | undefined {
  if (!isTreeObject(value)) return undefined;
  const entries = Object.entries(value);
  const [kind, members] = entries[0] ?? [];
  return entries.length === 1 && kind !== undefined && isTreeObject(members) ? { kind, members } : undefined;
}

/** The text of an identifier: `{ name: 'x' }` or `{ name: { name: 'x' } }`. */
export function identifierText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return isTreeObject(value) ? identifierText(value.name) : undefined;
}

/** Whether some object in the tree satisfies the test; `key` is the member that holds it. */
export function someObject(tree: unknown, test: (value: TreeObject, key: string) => boolean, key = ''): boolean {
  if (Array.isArray(tree)) return tree.some((item) => someObject(item, test, key));
  if (!isTreeObject(tree)) return false;
  return test(tree, key) || Object.entries(tree).some(([name, value]) => someObject(value, test, name));
}

/** Kinds of nodes that are queries and may be limited. */
export const SET_OPERATIONS: ReadonlySet<string> = new Set(['union', 'intersect', 'except']);
