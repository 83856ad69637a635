import type { Act } from '../http/act.ts';
import type { Db } from '../records/records.ts';
import { OBJECT_TYPES, setNamedTags } from '../resources/object-tags.ts';
import { may } from '../security/caller.ts';
import type { ImportOptions } from './import-options.ts';
import type { Bundle } from './parse-bundle.ts';

/**
 * Puts the tags of a bundle on the charts and dashboards that came in with it; those that were there and stay as they
 * are keep theirs. Who may not tag brings none.
 */
export async function importTags(
  bundle: Bundle,
  options: ImportOptions,
  cameIn: (part: 'charts' | 'dashboards', uuid: string) => boolean,
  records: Db,
  act: Act,
): Promise<void> {
  const allowed = may(act.caller, 'can_write', 'Tag');
  const by = { at: act.services.now().toISOString(), userId: act.caller.user?.id ?? null };
  for (const [part, type] of [
    ['charts', OBJECT_TYPES.chart],
    ['dashboards', OBJECT_TYPES.dashboard],
  ] as const) {
    for (const { path, content } of bundle[part]) {
      if (!content.tags || !cameIn(part, content.uuid)) continue;
      if (!allowed) {
        if (content.tags.length > 0) options.leaveOut(path, 'You may not tag: its tags stay out');
        continue;
      }
      const row = await records
        .selectFrom(part)
        .select('id')
        .where('uuid', '=', content.uuid)
        .executeTakeFirst();
      const tags = content.tags.map((name) => ({ name, description: bundle.tags.get(name) ?? null }));
      if (row) await setNamedTags(records, { type, id: row.id }, tags, by);
    }
  }
}
