import { risonOf } from '@chartroom/model';
import { request } from '../../api/client.ts';
import { type ListAnswer, type ListQuestion, saveItem } from '../../api/list.ts';

/** A role with what hangs on it, as `/security/roles/search/` answers it. */
export interface RoleRow {
  id: number;
  name: string;
  user_ids: number[];
  permission_ids: number[];
  group_ids: number[];
}

/** Asks for a page of roles; filters over people, permissions and groups are only known to this call. */
export function searchRoles(question: ListQuestion, signal?: AbortSignal): Promise<ListAnswer<RoleRow>> {
  const q = risonOf({
    ...question,
    order_column: question.order_column === 'id' ? 'id' : 'name',
    filters: (question.filters ?? []).map(({ col, value }) => ({ col, value })),
  });
  return request('GET', '/api/v1/security/roles/search/', { query: { q }, signal });
}

export interface RoleForm {
  name: string;
  permissions: number[];
  users: number[];
  groups: number[];
}

/** Makes a role or changes one: first its name, then what has changed of the rest. */
export async function saveRole(role: RoleRow | undefined, form: RoleForm): Promise<void> {
  let id = role?.id;
  if (id === undefined)
    id = (await saveItem<{ id: number }>('security/roles', undefined, { name: form.name })).id;
  else if (form.name !== role?.name) await saveItem('security/roles', id, { name: form.name });
  const path = `/api/v1/security/roles/${id}`;
  if (differ(form.permissions, role?.permission_ids ?? []))
    await request('POST', `${path}/permissions`, { body: { permission_view_menu_ids: form.permissions } });
  if (differ(form.users, role?.user_ids ?? []))
    await request('PUT', `${path}/users`, { body: { user_ids: form.users } });
  if (differ(form.groups, role?.group_ids ?? []))
    await request('PUT', `${path}/groups`, { body: { group_ids: form.groups } });
}

/** A new role with the permissions of another; answers its name. */
export async function duplicateRole(role: RoleRow): Promise<string> {
  const name = `${role.name} copy`;
  await saveRole(undefined, { name, permissions: role.permission_ids, users: [], groups: [] });
  return name;
}

function differ(now: number[], before: number[]): boolean {
  const known = new Set(before);
  return now.length !== before.length || now.some((id) => !known.has(id));
}
