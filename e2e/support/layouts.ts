/** One component of a stored layout. */
interface Component {
  id: string;
  type: string;
  children: string[];
  parents?: string[];
  meta: Record<string, unknown>;
}
export type Layout = Record<string, Component>;

/** A component whose id begins with its type. */
export function item(id: string, children: string[] = [], meta: Record<string, unknown> = {}): Component {
  return { id, type: id.replace(/[-_].*/, ''), children, meta };
}

/** A layout as it is stored; its root holds the grid. */
export function documentOf(...items: Component[]): object {
  return {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: item('ROOT_ID', ['GRID_ID']),
    ...Object.fromEntries(items.map((each) => [each.id, each])),
  };
}
