import { type FullRole, roleApi } from '@chartroom/model';
import { api } from '../../api/api.ts';
import type { ListAnswer, ListQuestion } from '../../api/list.ts';

/** What roles are filtered by. */
const FILTERED = ['user_ids', 'permission_ids', 'group_ids', 'name'] as const;

/** Asks for a page of roles; filters over people, permissions and groups are only known to this call. */
export function searchRoles(question: ListQuestion, signal?: AbortSignal): Promise<ListAnswer<FullRole>> {
  const { page, page_size, order_direction, order_column, filters = [] } = question;
  const q = {
    page,
    page_size,
    order_direction,
    order_column: order_column === 'id' ? 'id' : 'name',
    filters: filters.flatMap(({ col, value }) => {
      const known = FILTERED.find((each) => each === col);
      const isPlain = typeof value === 'string' || typeof value === 'number';
      return known && isPlain ? [{ col: known, value }] : [];
    }),
  };
  return api(roleApi.search, { q, signal });
}

export interface RoleForm {
  name: string;
  permissions: number[];
  users: number[];
  groups: number[];
}

/** Makes a role or changes one: first its name, then what has changed of the rest. */
export async function saveRole(role: FullRole | undefined, form: RoleForm): Promise<void> {
  let id = role?.id;
  if (id === undefined) id = (await api(roleApi.create, { body: { name: form.name } })).id;
  else if (form.name !== role?.name)
    await api(roleApi.update, { params: { pk: id }, body: { name: form.name } });
  const params = { pk: id };
  if (differ(form.permissions, role?.permission_ids ?? []))
    await api(roleApi.setPermissions, { params, body: { permission_view_menu_ids: form.permissions } });
  if (differ(form.users, role?.user_ids ?? []))
    await api(roleApi.setUsers, { params, body: { user_ids: form.users } });
  if (differ(form.groups, role?.group_ids ?? []))
    await api(roleApi.setGroups, { params, body: { group_ids: form.groups } });
}

/** A new role with the permissions of another; answers its name. */
export async function duplicateRole(role: FullRole): Promise<string> {
  const name = `${role.name} copy`;
  await saveRole(undefined, { name, permissions: role.permission_ids, users: [], groups: [] });
  return name;
}

function differ(now: number[], before: number[]): boolean {
  const known = new Set(before);
  return now.length !== before.length || now.some((id) => !known.has(id));
}
