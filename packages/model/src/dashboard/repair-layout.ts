import { isJsonObject } from '../json.ts';
import type { StoredDocument } from '../stored.ts';
import { mayEnter, type NextId, placed, subtreeOf, withItems } from './edit-layout.ts';
import {
  firstContainer,
  GRID_ID,
  HEADER_ID,
  type Layout,
  openLayout,
  ROOT_ID,
  readLayout,
  rebuildParents,
} from './layout.ts';

/** Layouts that are not as they should be: they open, what is wrong is said, and nothing of them is lost when they are saved. */

/** What is wrong with a stored layout; components by their ids. */
export interface LayoutProblems {
  /** Whether the text is no layout at all: the dashboard opens as if it had none. */
  isUnreadable: boolean;
  /** Components of a kind that is not known: they are not shown, and stay stored. */
  unknown: string[];
  /** Components that are named in several places, or inside themselves: they stand in the first. */
  repeated: string[];
  /** Components that stand nowhere: they are not shown, and stay stored. */
  lost: string[];
}

const VERSION = 'DASHBOARD_VERSION_KEY';
/** Components that stand in nothing, and are none the worse for it. */
const ALONE = new Set([ROOT_ID, GRID_ID, HEADER_ID]);

/** What is wrong with the stored text of a layout. */
export function layoutProblems(text: string | null): LayoutProblems {
  const document = documentIn(text);
  if (!document) return { isUnreadable: true, unknown: [], repeated: [], lost: [] };
  const layout = readLayout(document);
  const known = Object.values(layout);
  const named = known.flatMap(({ children }) => children.filter((child) => layout[child]));
  const repeated = named.filter((id, at) => id === ROOT_ID || named.indexOf(id) !== at);
  return {
    isUnreadable: false,
    unknown: Object.keys(unknownIn(document)).filter((id) => isJsonObject(document[id])),
    repeated: [...new Set(repeated)],
    lost: lostComponents(openLayout(layout, [])),
  };
}

/** Components of a layout that stand nowhere. */
export function lostComponents(layout: Layout): string[] {
  const shown = new Set(subtreeOf(layout, ROOT_ID));
  return Object.keys(layout).filter((id) => !shown.has(id) && !ALONE.has(id));
}

/** Puts what stands nowhere at the end of the board; components that may not stand there bring what stands in them. */
export function bringBackLost(layout: Layout, nextId: NextId): Layout {
  const lost = lostComponents(layout);
  const inside = new Set(lost.flatMap((id) => layout[id]?.children ?? []));
  // In a circle each stands in another: the first one is as good as any.
  const roots = lost.filter((id) => !inside.has(id));
  return [...roots, ...lost].reduce((board, id) => broughtBack(board, id, nextId), layout);
}

function broughtBack(layout: Layout, id: string, nextId: NextId): Layout {
  const item = layout[id];
  const holder = firstContainer(layout);
  if (!item || subtreeOf(layout, ROOT_ID).includes(id)) return layout;
  if (!mayEnter(layout, item.type, holder.id))
    return item.children.reduce((board, child) => broughtBack(board, child, nextId), layout);
  const free = withItems(layout, [{ ...item, children: item.children.filter((child) => child !== id) }]);
  const board = placed(free, id, { parent: holder.id, index: holder.children.length }, nextId);
  return openLayout(board, []);
}

/** The layout as it is stored, with its version and the parents of every component; what the text before held that is not known stays where it stood. */
export function storedLayout(layout: Layout, before: string | null): Record<string, unknown> {
  const positions: Layout = structuredClone(layout);
  rebuildParents(positions);
  const document = documentIn(before) ?? {};
  const unknown = unknownIn(document);
  for (const each of Object.values(positions)) {
    const stored = document[each.id];
    const children = isJsonObject(stored) && Array.isArray(stored.children) ? stored.children : [];
    for (const [at, child] of children.entries())
      if (typeof child === 'string' && Object.hasOwn(unknown, child)) each.children.splice(at, 0, child);
  }
  return { [VERSION]: 'v2', ...unknown, ...positions };
}

/** What of a document its reader does not know. */
function unknownIn(document: StoredDocument): StoredDocument {
  const known = readLayout(document);
  return Object.fromEntries(
    Object.entries(document).filter(([id]) => id !== VERSION && !Object.hasOwn(known, id)),
  );
}

/** The document that a text holds: an empty one where there is no text, none where it cannot be read. */
function documentIn(text: string | null): StoredDocument | undefined {
  if (!text) return {};
  try {
    const document: unknown = JSON.parse(text);
    return isJsonObject(document) ? document : undefined;
  } catch {
    return undefined;
  }
}
