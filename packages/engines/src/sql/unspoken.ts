import { ChartroomError, ownMember } from '@chartroom/model';
import { parseUri } from '../uri.ts';

/** Drivers in addresses of engines of the server that speak another protocol than the engine's: what they are called. */
const UNSPOKEN: Readonly<Record<string, string>> = { auroradataapi: "Aurora's Data API" };

/** The error of opening what no driver of the server speaks to. `name` is shown. */
export function unspoken(name: string): ChartroomError {
  return new ChartroomError(
    `No driver of the server speaks to ${name}: its SQL is known, but not its protocol.`,
    {
      status: 422,
      error_type: 'GENERIC_COMMAND_ERROR',
      shape: 'message',
      extra: { engine_name: name },
    },
  );
}

/** Refuses an address whose driver speaks another protocol: it would reach another server than the one that is meant. */
export function requireSpoken(uri: string): void {
  const name = ownMember(UNSPOKEN, parseUri(uri).driver ?? '');
  if (name !== undefined) throw unspoken(name);
}

/** `duckdb:///md:name`: MotherDuck, whose client would fetch code from the network while it runs. */
export function requireFile(uri: string): void {
  if (/^md:|^motherduck:/i.test(parseUri(uri).database ?? '')) throw unspoken('MotherDuck');
}
