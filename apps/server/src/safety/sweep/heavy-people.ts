import type { TestApp } from '../../testing/test-app.ts';
import type { HeavySender } from './heavy-requests.ts';
import type { HeavyWorld } from './heavy-world.ts';
import { sessionHeaders } from './session-headers.ts';

type Headers = Record<string, string>;

/** Headers by sender: people with sessions, a guest of the one dashboard that is embedded, and nobody. */
export async function heavyPeople(house: TestApp, world: HeavyWorld): Promise<Record<HeavySender, Headers>> {
  const { services, ids } = house;
  const claims = {
    user: { username: 'guest', first_name: 'A', last_name: 'Guest' },
    resources: [{ type: 'dashboard' as const, id: String(world.dashboard) }],
    rls_rules: [],
  };
  return {
    admin: await sessionHeaders(house, ids.admin),
    outsider: await sessionHeaders(house, ids.gamma),
    guest: { [services.config.GUEST_TOKEN_HEADER_NAME]: await services.guestTokens.issue(claims) },
    nobody: {},
  };
}
