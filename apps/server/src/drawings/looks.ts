import { isDarkTheme, type StillLook, stillLook } from '@chartroom/charts';
import type { Formats } from '@chartroom/model';
import type { Ground } from '../records/ground.ts';
import { storedObject } from '../records/stored-json.ts';

/** How a picture is to look. */
export interface WantedLook {
  dark: boolean;
  /** In whose way numbers and moments are written; undefined = as the installation has it. */
  language?: string | undefined;
  /** The theme that a dashboard has of its own. */
  theme?: number | null | undefined;
  /** The font of a page that it stands in; undefined = the one that comes with the pictures. */
  fontFamily?: string | undefined;
}

/** The colours and formats of a picture: the dashboard's own theme, else the one that the installation wears. */
export async function lookOf(
  { dark, language, theme }: WantedLook,
  { db, config }: Pick<Ground, 'db' | 'config'>,
): Promise<StillLook> {
  const rows = await db
    .selectFrom('themes')
    .select(['id', 'json_data', 'is_system_default', 'is_system_dark'])
    .where((on) =>
      on.or([on('is_system_default', '=', 1), on('is_system_dark', '=', 1), on('id', '=', theme ?? -1)]),
    )
    .execute();
  const formats = formatsOf(language, config);
  const own = theme ? rows.find(({ id }) => id === theme) : undefined;
  if (own) {
    const document = storedObject(own.json_data);
    return stillLook(isDarkTheme(document), document, formats);
  }
  const worn = rows.find((row) => (dark ? row.is_system_dark : row.is_system_default) === 1);
  const document = worn ? storedObject(worn.json_data) : config[dark ? 'THEME_DARK' : 'THEME_DEFAULT'];
  return stillLook(dark, document, formats);
}

/** How numbers and moments are written; its currency stays where the installation puts it. */
function formatsOf(language: string | undefined, config: Ground['config']): Formats {
  const own = {
    language: config.BABEL_DEFAULT_LOCALE,
    numbers: config.D3_FORMAT,
    times: config.D3_TIME_FORMAT,
  };
  const { currency } = config.D3_FORMAT;
  return language === undefined ? own : { language, ...(currency && { numbers: { currency } }) };
}
