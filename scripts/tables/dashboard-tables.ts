import {
  chartsInScope,
  collapseTopTabs,
  componentTypeSchema,
  deleteComponent,
  dropPosition,
  insertComponent,
  type Layout,
  type LayoutItem,
  moveComponent,
  ROOT_ID,
  readLayout,
  scopeSchema,
} from '@chartroom/model';
import { z } from 'zod';
import {
  casesCheck,
  compared,
  listOf,
  type RecordedCase,
  recordedCases,
  recordOf,
} from './charts/recorded.ts';
import type { TableCheck } from './table.ts';

const positionInput = z.object({
  parentType: componentTypeSchema.nullish(),
  type: componentTypeSchema,
  depth: z.number(),
  hasChildren: z.boolean(),
  orientation: z.enum(['row', 'column']),
  isDraggingOverShallow: z.boolean(),
  draggedType: componentTypeSchema,
  rect: z.object({ left: z.number(), top: z.number(), right: z.number(), bottom: z.number() }),
  pointer: z.object({ x: z.number(), y: z.number() }),
});

const dropInput = z.object({
  source: z.object({ id: z.string() }),
  dragging: z.object({
    id: z.string(),
    type: componentTypeSchema,
    meta: z.record(z.string(), z.unknown()).optional(),
  }),
  destination: z.object({ id: z.string(), index: z.number() }),
});

const PALETTE = 'NEW_COMPONENTS_SOURCE_ID';
/** What new components are called until they are numbered. */
const FRESH = 'fresh ';

/** The conformance tables that concern dashboards. */
export const dashboardTables: TableCheck[] = [
  casesCheck('dashboard/charts-in-scope', ({ input }) => {
    const { scope, charts, layout } = recordOf(input);
    const known = new Set(listOf(charts));
    return chartsInScope(scopeSchema.parse(scope), readLayout(layout)).filter((id) => known.has(id));
  }),
  casesCheck('dashboard/drop-position', ({ input }) => {
    const { draggedType, rect, pointer, isDraggingOverShallow, parentType, ...target } =
      positionInput.parse(input);
    const over = { ...target, parentType: parentType ?? undefined, isNearest: isDraggingOverShallow };
    return dropPosition(draggedType, over, rect, pointer) ?? null;
  }),
  layoutCheck('dashboard/drop', ({ layout, drop }) => {
    const { source, dragging, destination } = dropInput.parse(drop);
    const place = { parent: destination.id, index: destination.index };
    const before = readLayout(layout);
    let fresh = 0;
    const newId = () => {
      fresh += 1;
      return `${FRESH}${fresh}`;
    };
    const { layout: after, refused } =
      source.id === PALETTE
        ? insertComponent(before, { type: dragging.type, meta: dragging.meta ?? {} }, place, newId)
        : moveComponent(before, dragging.id, place, newId);
    return { layout: after ?? before, messages: refused === undefined ? [] : [refused] };
  }),
  layoutCheck('dashboard/delete', ({ layout, id }) => ({
    layout: deleteComponent(readLayout(layout), z.string().parse(id)),
  })),
  layoutCheck('dashboard/collapse', ({ layout }) => ({ layout: collapseTopTabs(readLayout(layout)) })),
];

/** The check of a table of changed layouts, of which what can be reached from the root is compared. */
function layoutCheck(
  name: string,
  change: (input: RecordedCase['input']) => { layout: Layout; messages?: string[] },
): TableCheck {
  return {
    name,
    file: `${name}.json`,
    run: (content) =>
      recordedCases(content).map(({ id, input, output }) => {
        const { layout, messages } = recordOf(output);
        const expected = { layout: numbered(readLayout(layout)), messages };
        const { layout: after, ...told } = change(input);
        return compared(id, expected, { layout: numbered(after), ...told });
      }),
  };
}

/** What can be reached from the root, its new components numbered as they appear. */
function numbered(layout: Layout): Record<string, unknown> {
  const names = new Map<string, string>();
  const named = (id: string) => {
    if (!id.startsWith(FRESH)) return id;
    names.set(id, names.get(id) ?? `NEW-${names.size + 1}`);
    return names.get(id) ?? id;
  };
  const found: Record<string, unknown> = {};
  const visit = ({ id, type, children, meta }: LayoutItem) => {
    const below = children.flatMap((child) => layout[child] ?? []);
    found[named(id)] = { type, children: below.map((child) => named(child.id)), meta };
    for (const child of below) visit(child);
  };
  const root = layout[ROOT_ID];
  if (root) visit(root);
  return found;
}
