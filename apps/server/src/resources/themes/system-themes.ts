import type { Config } from '../../base/config.ts';
import type { Db } from '../../records/records.ts';
import { takeTurn } from '../../records/settings.ts';

type Looks = Pick<Config, 'THEME_DEFAULT' | 'THEME_DARK'>;

/** The two looks that the installation itself has (contract/api.md §6). */
const THEMES: { uuid: string; theme_name: string; look: keyof Looks }[] = [
  { uuid: '0b6b2f0e-64c5-5a5e-8f0d-7d1f3f6a2c01', theme_name: 'Chartroom light', look: 'THEME_DEFAULT' },
  { uuid: '0b6b2f0e-64c5-5a5e-8f0d-7d1f3f6a2c02', theme_name: 'Chartroom dark', look: 'THEME_DARK' },
];

/** Lists the looks of the installation among the themes, as the settings have them: they can be seen, tried and set, but not changed. */
export async function ensureSystemThemes(db: Db, looks: Looks, now: Date): Promise<void> {
  const at = now.toISOString();
  const rows = THEMES.map(({ look, ...theme }) => ({
    ...theme,
    json_data: JSON.stringify(looks[look]),
    is_system: 1 as const,
    is_system_default: 0 as const,
    is_system_dark: 0 as const,
    created_on: at,
    changed_on: at,
    created_by_id: null,
    changed_by_id: null,
  }));
  const listed = (records: Db) =>
    records.selectFrom('themes').select(['uuid', 'json_data']).where('is_system', '=', 1).execute();
  const isSo = (known: { uuid: string; json_data: string | null }[]) =>
    rows.every(({ uuid, json_data }) =>
      known.some((row) => row.uuid === uuid && row.json_data === json_data),
    );
  if (isSo(await listed(db))) return;
  await db.transaction().execute(async (records) => {
    await takeTurn(records, 'looks of the installation');
    const known = await listed(records);
    for (const { uuid, json_data } of rows) {
      if (!known.some((row) => row.uuid === uuid && row.json_data !== json_data)) continue;
      await records
        .updateTable('themes')
        .set({ json_data, changed_on: at })
        .where('uuid', '=', uuid)
        .execute();
    }
    const missing = rows.filter(({ uuid }) => !known.some((row) => row.uuid === uuid));
    if (missing.length > 0) await records.insertInto('themes').values(missing).execute();
  });
}
