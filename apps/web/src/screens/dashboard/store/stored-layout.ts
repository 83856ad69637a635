import { type Layout, rebuildParents } from '@chartroom/model';

/** The layout as it is stored, with its version and the parents of every component. */
export function storedLayout(layout: Layout): Record<string, unknown> {
  const positions = structuredClone(layout);
  rebuildParents(positions);
  return { DASHBOARD_VERSION_KEY: 'v2', ...positions };
}
