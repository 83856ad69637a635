import type { Config } from '../base/config.ts';
import type { Db } from './records.ts';

/** What everything stands on: settings, records, and effects that tests may put others in the place of. */
export interface Ground {
  config: Config;
  db: Db;
  /** Which of the servers that share the records this one is; undefined where there are no others. */
  serverId: string | undefined;
  now(): Date;
  uuid(): string;
  /** Short random text for keys in addresses; 43 characters of base64url. */
  key(): string;
  /** One line for the operator. */
  say(line: string): void;
}
