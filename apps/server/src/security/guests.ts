import type { GuestPass } from '../data/ports.ts';
import type { Db } from '../records/records.ts';
import type { Caller } from './caller.ts';
import type { GuestClaims } from './guest-tokens.ts';

/** Ids of the dashboards that some resources name: by the uuid of their embedding, or by their own id where they are embedded. */
export async function embeddedDashboards(
  db: Db,
  resources: GuestClaims['resources'],
): Promise<Map<string, number>> {
  const rows = await db.selectFrom('embedded_dashboards').select(['uuid', 'dashboard_id']).execute();
  const named = resources.flatMap(({ id }): [string, number][] => {
    const found = rows.find((row) => row.uuid === id.toLowerCase() || String(row.dashboard_id) === id);
    return found ? [[id, found.dashboard_id]] : [];
  });
  return new Map(named);
}

/** The caller behind a guest's token: the rights of all guests, on the dashboards that are embedded still. */
export async function guestCaller(db: Db, claims: GuestClaims, guests: Caller): Promise<Caller> {
  const dashboards = [...(await embeddedDashboards(db, claims.resources)).values()];
  const rules = claims.rls_rules.map(({ dataset, clause }) => ({ dataset: dataset ?? null, clause }));
  const guest: GuestPass = { dashboards, rules };
  return {
    ...guests,
    guest: { ...guest, user: claims.user },
    principal: { ...guests.principal, username: claims.user.username, guest },
  };
}
