import type { FastifyRequest } from 'fastify';
import type { Config } from './config.ts';
import type { HeavyWork } from './data/heavy-work.ts';
import type { DataService } from './data/ports.ts';
import type { Channels } from './events/channels.ts';
import type { EventLog } from './events/event-log.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Mailer } from './mail/mailer.ts';
import type { PictureTaker } from './pictures/picture-taker.ts';
import type { Db } from './records/records.ts';
import type { ApiKeys } from './security/api-keys.ts';
import type { Callers } from './security/caller.ts';
import type { Counts } from './security/counts.ts';
import type { DataSources } from './security/data-sources.ts';
import type { GuestTokens } from './security/guest-tokens.ts';
import type { OutboundGuard } from './security/outbound.ts';
import type { SecretBox } from './security/secret-box.ts';
import type { Sessions } from './security/sessions.ts';
import type { Directory } from './security/sign-in/ldap.ts';
import type { OAuthProviders } from './security/sign-in/oauth.ts';
import type { Tokens } from './security/tokens.ts';

/** What handlers work with. Effects (clock, ids, databases) stand here and nowhere else. */
export interface Services {
  config: Config;
  db: Db;
  /** What lists are made of, kept while it is right. */
  /** Everything that talks to databases; loaded when first asked for. */
  data(): Promise<DataService>;
  now(): Date;
  uuid(): string;
  /** Short random text for keys in addresses; 43 characters of base64url. */
  key(): string;
  sessions: Sessions;
  tokens: Tokens;
  guestTokens: GuestTokens;
  apiKeys: ApiKeys;
  callers: Callers;
  /** How often people try, and ask. */
  counts: Counts;
  /** Asked before anything connects to a host that somebody named. */
  outbound: OutboundGuard;
  /** Asked for passwords with AUTH_TYPE=ldap. */
  directory: Directory;
  providers: OAuthProviders;
  /** The user name that a trusted proxy vouches for, if it does. */
  remoteUser(request: FastifyRequest): string | undefined;
  /** Which of the servers that share the records this one is; undefined where there are no others. */
  serverId: string | undefined;
  /** Work that goes on while nobody waits. */
  jobs: Jobs;
  /** Takes pictures of pages. */
  pictures: PictureTaker;
  /** Sends mails; undefined when no mail server is set. */
  mail: Mailer | undefined;
  /** What is told of jobs, and to whom. */
  events: EventLog;
  channels: Channels;
  secrets: SecretBox;
  sources: DataSources;
  /** Room for what costs memory and time. */
  heavy: HeavyWork;
  /** One line for the operator. */
  say(line: string): void;
}
