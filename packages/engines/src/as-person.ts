import type { AskingPerson, Engine, PersonalSettings } from './engine.ts';
import { parseUri, printUri } from './uri.ts';

/** How a database is reached under a name: the account of its address is exchanged, unless the engine has a way of its own. */
export function asPerson(
  engine: Pick<Engine, 'asPerson'>,
  settings: PersonalSettings,
  person: AskingPerson,
): PersonalSettings {
  if (engine.asPerson) return engine.asPerson(settings, person);
  return { ...settings, uri: printUri({ ...parseUri(settings.uri), username: person.username }) };
}
