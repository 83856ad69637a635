import type { Client } from '../../bench/client.ts';

/** Of all of them. */
export const PASSWORD = 'a-long-password-1';

/** Somebody with a role of the product. */
async function makePerson(
  client: Client,
  username: string,
  role: string,
  others: number[] = [],
): Promise<void> {
  const { ids } = await client.call<{ ids: number[] }>(
    'GET',
    `/api/v1/security/roles/?q=${encodeURIComponent(`(filters:!((col:name,opr:eq,value:${role})))`)}`,
  );
  await client.call('POST', '/api/v1/security/users/', {
    username,
    first_name: username,
    last_name: 'Reader',
    email: `${username}@example.org`,
    active: true,
    password: PASSWORD,
    roles: [...ids, ...others],
  });
}

/** Somebody who reads all data, and has a Gamma's rights otherwise. */
export async function makeReader(client: Client, username: string): Promise<void> {
  const { result } = await client.call<{ result: { id: number; permission: { name: string } }[] }>(
    'GET',
    '/api/v1/security/permissions-resources/?q=(page_size:-1)',
  );
  const pair = result.filter(({ permission }) => permission.name === 'all_datasource_access');
  const { id } = await client.call<{ id: number }>('POST', '/api/v1/security/roles/', { name: 'All data' });
  await client.call('POST', `/api/v1/security/roles/${id}/permissions`, {
    permission_view_menu_ids: pair.map((each) => each.id),
  });
  await makePerson(client, username, 'Gamma', [id]);
}

/** Rita sees everything; of films only Westerns. */
export async function makeRita(client: Client, films: number): Promise<void> {
  await makePerson(client, 'rita', 'Alpha');
  const { ids } = await client.call<{ ids: number[] }>(
    'GET',
    `/api/v1/security/roles/?q=${encodeURIComponent('(filters:!((col:name,opr:eq,value:Alpha)))')}`,
  );
  await client.call('POST', '/api/v1/rowlevelsecurity/', {
    name: 'Westerns',
    filter_type: 'Regular',
    tables: [films],
    roles: ids,
    clause: "genre = 'Western'",
  });
}
