import type { Db } from '../../records/records.ts';

/** The two looks that the house itself has (contract §6: THEME_DEFAULT and THEME_DARK). */
const THEMES = [
  { uuid: '0b6b2f0e-64c5-5a5e-8f0d-7d1f3f6a2c01', theme_name: 'Chartroom light', json_data: '{"algorithm": "default"}' },
  { uuid: '0b6b2f0e-64c5-5a5e-8f0d-7d1f3f6a2c02', theme_name: 'Chartroom dark', json_data: '{"algorithm": "dark"}' },
];

/** Lists the looks of the house among the themes, where they can be seen, tried and set, but not changed. */
export async function ensureSystemThemes(db: Db, now: Date): Promise<void> {
  const at = now.toISOString();
  const rows = THEMES.map((theme) => ({
    ...theme,
    is_system: 1 as const,
    is_system_default: 0 as const,
    is_system_dark: 0 as const,
    created_on: at,
    changed_on: at,
    created_by_id: null,
    changed_by_id: null,
  }));
  const known = await db.selectFrom('themes').select('uuid').where('is_system', '=', 1).execute();
  const missing = rows.filter(({ uuid }) => !known.some((row) => row.uuid === uuid));
  if (missing.length > 0) await db.insertInto('themes').values(missing).execute();
}
