import { expect } from 'vitest';
import type { Client } from '../../bench/client.ts';

/** What guests need to be shown a dashboard and to make links of it. */
const WANTED = new Set([
  'can_read Dashboard',
  'can_read Chart',
  'can_read Query',
  'can_write DashboardPermalinkRestApi',
]);

/** Gives the role of everybody, which is that of guests, what showing a dashboard needs. */
export async function openToGuests(client: Client): Promise<void> {
  type Pair = { id: number; permission: { name: string }; view_menu: { name: string } };
  const pairs: Pair[] = [];
  for (let at = 0; ; at += 1) {
    const path = `/api/v1/security/permissions-resources/?q=(page:${at},page_size:100)`;
    const { result } = await client.call<{ result: Pair[] }>('GET', path);
    pairs.push(...result);
    if (result.length < 100) break;
  }
  const permission_view_menu_ids = pairs
    .filter(({ permission, view_menu }) => WANTED.has(`${permission.name} ${view_menu.name}`))
    .map(({ id }) => id);
  expect(permission_view_menu_ids).toHaveLength(WANTED.size);
  const { result: roles } = await client.call<{ result: { id: number; name: string }[] }>(
    'GET',
    '/api/v1/security/roles/?q=(page_size:100)',
  );
  const id = roles.find(({ name }) => name === 'Public')?.id;
  await client.call('POST', `/api/v1/security/roles/${id}/permissions`, { permission_view_menu_ids });
}

/** Lets these sites show a dashboard; answers the id by which they do. */
export async function embedDashboard(
  client: Client,
  dashboard: number | string,
  allowed_domains: string[],
): Promise<string> {
  const path = `/api/v1/dashboard/${dashboard}/embedded`;
  const answer = await client.call<{ result: { uuid: string } }>('POST', path, { allowed_domains });
  return answer.result.uuid;
}

/** A token with which a guest opens an embedded dashboard. */
export async function guestToken(client: Client, id: string, rls: object[] = []): Promise<string> {
  const body = { user: { username: 'visitor' }, resources: [{ type: 'dashboard', id }], rls };
  return (await client.call<{ token: string }>('POST', '/api/v1/security/guest_token/', body)).token;
}
