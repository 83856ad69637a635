import type { PermissionPair } from '@chartroom/model';
import { fetchList } from '../../api/list.ts';
import type { Choice } from '../../shared/list-view/list-filters.tsx';

/** How a permission reads: 'can read on Chart'. */
export function permissionText({ permission, view_menu }: PermissionPair): string {
  return `${permission.name.replaceAll('_', ' ')} on ${view_menu.name}`;
}

/** Every permission there is. */
export async function allPermissions(signal?: AbortSignal): Promise<PermissionPair[]> {
  const { result } = await fetchList<PermissionPair>(
    'security/permissions-resources',
    { page: 0, page_size: 10_000 },
    signal,
  );
  return result;
}

/** The permission of `can_write Chart`, as links to this screen name it. */
export function permissionNamed(name: string, all: readonly PermissionPair[]): PermissionPair | undefined {
  return all.find(({ permission, view_menu }) => `${permission.name} ${view_menu.name}` === name);
}

/** Choices of a filter: the first hundred permissions whose words contain a text. */
export async function permissionChoices(search: string, signal: AbortSignal): Promise<Choice[]> {
  const all = await allPermissions(signal);
  return all
    .map((each) => ({ label: permissionText(each), value: each.id }))
    .filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()))
    .slice(0, 100);
}

/** What permissions are given on, by name, each with its permissions. */
export function byView(
  permissions: readonly PermissionPair[],
): [view: string, permissions: PermissionPair[]][] {
  const views = Map.groupBy(permissions, (each) => each.view_menu.name);
  return [...views]
    .map(([view, each]): [string, PermissionPair[]] => [
      view,
      each.toSorted((a, b) => a.permission.name.localeCompare(b.permission.name)),
    ])
    .sort(([a], [b]) => a.localeCompare(b));
}
