import type { SlackChannel, SlackQuery } from '@chartroom/model';
import type { WebClient } from '@slack/web-api';
import type { Config } from '../base/config.ts';
import { DeliveryProblem } from '../mail/delivery-problem.ts';
import type { MailFile } from '../mail/mailer.ts';

/** A message to a channel of Slack. */
export interface SlackMessage {
  /** Name or id of the channel. */
  channel: string;
  /** In Slack's markup. */
  text: string;
  files: readonly MailFile[];
}

type SlackSettings = Pick<Config, 'SLACK_API_TOKEN' | 'SLACK_API_URL' | 'SLACK_CACHE_TIMEOUT'>;

/** Milliseconds that one call may take. */
const PATIENCE = 15_000;
/** Channels that Slack tells at a time, and how many such pages are read. */
const PAGE = 999;
const MOST_PAGES = 50;
const CHANNEL_ID = /^[CDG][A-Z0-9]{7,}$/;
/** What Slack says when another try may help. */
const PASSING = new Set([
  'ratelimited',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
]);

/** Slack as one installation uses it: the app that its token is of. */
export class Slack {
  readonly #settings: SlackSettings;
  #client: Promise<WebClient> | undefined;
  #channels: { read: Promise<SlackChannel[]>; at: number } | undefined;

  constructor(settings: SlackSettings) {
    this.#settings = settings;
  }

  /**
   * Writes a message, with its files in one. Nothing is seen of files before the last call, so that what fails earlier may be
   * tried again. Rejects with DeliveryProblem.
   */
  async send({ channel, text, files }: SlackMessage): Promise<void> {
    if (files.length === 0) {
      await seen(async () =>
        (await this.#api()).chat.postMessage({
          channel,
          text,
          mrkdwn: true,
          unfurl_links: false,
          unfurl_media: false,
        }),
      );
      return;
    }
    const channel_id = await unseen(() => this.#idOf(channel));
    const [first, ...others] = await unseen(() => this.#uploaded(files));
    if (!first) return;
    const asked = { files: [first, ...others] as [typeof first, ...typeof others], channel_id };
    await seen(async () =>
      (await this.#api()).files.completeUploadExternal({ ...asked, initial_comment: text }),
    );
  }

  /** The channels that are asked for, by their names. Rejects with DeliveryProblem when Slack tells none. */
  async channels(asked: SlackQuery, now: Date): Promise<SlackChannel[]> {
    const { SLACK_CACHE_TIMEOUT: seconds } = this.#settings;
    const kept = this.#channels;
    const isFresh = kept !== undefined && now.getTime() - kept.at < seconds * 1_000;
    const all = isFresh && !asked.force ? await kept.read : await this.#readChannels(now);
    return all.filter((channel) => isOfTypes(channel, asked) && isFound(channel, asked));
  }

  #api(): Promise<WebClient> {
    const { SLACK_API_TOKEN: token, SLACK_API_URL: url } = this.#settings;
    this.#client ??= import('@slack/web-api').then(
      ({ WebClient: Client }) =>
        new Client(token, {
          slackApiUrl: url.endsWith('/') ? url : `${url}/`,
          timeout: PATIENCE,
          // Tries are counted in the outbox, where they survive this server.
          retryConfig: { retries: 0 },
          rejectRateLimitedCalls: true,
          allowAbsoluteUrls: false,
          logger: SILENT,
        }),
    );
    return this.#client;
  }

  #readChannels(now: Date): Promise<SlackChannel[]> {
    const own = { read: unseen(() => this.#listed()), at: now.getTime() };
    this.#channels = own;
    // What failed is asked again by the next one.
    own.read.catch(() => {
      if (this.#channels === own) this.#channels = undefined;
    });
    return own.read;
  }

  async #listed(): Promise<SlackChannel[]> {
    const api = await this.#api();
    const channels: SlackChannel[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const answer = await api.conversations.list({
        types: 'public_channel,private_channel',
        exclude_archived: true,
        limit: PAGE,
        ...(cursor && { cursor }),
      });
      for (const { id, name, is_member, is_private } of answer.channels ?? [])
        if (id !== undefined && name !== undefined)
          channels.push({ id, name, is_member: is_member ?? false, is_private: is_private ?? false });
      cursor = answer.response_metadata?.next_cursor;
      if (!cursor) break;
    }
    return channels.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Files go to ids alone. */
  async #idOf(channel: string): Promise<string> {
    if (CHANNEL_ID.test(channel)) return channel;
    const name = channel.replace(/^#/, '');
    const [found] = await this.channels({ search_string: name, exact_match: true }, new Date());
    if (!found) throw new DeliveryProblem('never', `Slack has no channel "${name}" that this app may see.`);
    return found.id;
  }

  async #uploaded(files: readonly MailFile[]): Promise<{ id: string; title: string }[]> {
    const api = await this.#api();
    const uploaded: { id: string; title: string }[] = [];
    for (const { name, type, content } of files) {
      const place = await api.files.getUploadURLExternal({ filename: name, length: content.length });
      if (place.upload_url === undefined || place.file_id === undefined)
        throw new DeliveryProblem('later', 'Slack gave no place for a file.');
      const answer = await fetch(place.upload_url, {
        method: 'POST',
        headers: { 'content-type': type },
        body: new Uint8Array(content),
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE),
      });
      await answer.arrayBuffer();
      if (!answer.ok)
        throw new DeliveryProblem('later', `Slack took no file: it answered with status ${answer.status}.`);
      uploaded.push({ id: place.file_id, title: name });
    }
    return uploaded;
  }
}

function isOfTypes({ is_private }: SlackChannel, { types }: SlackQuery): boolean {
  if (!types || types.length === 0) return true;
  return types.includes(is_private ? 'private_channel' : 'public_channel');
}

function isFound({ id, name }: SlackChannel, { search_string, exact_match }: SlackQuery): boolean {
  const asked = search_string?.trim().toLowerCase() ?? '';
  if (asked === '') return true;
  const own = [id.toLowerCase(), name.toLowerCase()];
  if (!exact_match) return own.some((text) => text.includes(asked));
  return asked.split(',').some((text) => own.includes(text.trim().replace(/^#/, '')));
}

/** A call that people see something of: one that is lost in the middle may have been heard. */
async function seen<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    throw await problemIn(error, 'unknown');
  }
}

/** A call that may be made again whatever became of it. */
async function unseen<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    throw await problemIn(error, 'later');
  }
}

/** @param lost what a call is whose answer did not come */
async function problemIn(error: unknown, lost: 'later' | 'unknown'): Promise<DeliveryProblem> {
  if (error instanceof DeliveryProblem) return error;
  const { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, WebAPIRequestError } = await import(
    '@slack/web-api'
  );
  if (error instanceof WebAPIRateLimitedError)
    return new DeliveryProblem(
      'later',
      `Slack asks to wait for ${error.retryAfter} seconds.`,
      error,
      error.retryAfter * 1_000,
    );
  if (error instanceof WebAPIPlatformError)
    return new DeliveryProblem(
      PASSING.has(error.data.error) ? 'later' : 'never',
      `Slack refuses: ${error.data.error}.`,
      error,
    );
  if (error instanceof WebAPIHTTPError)
    return new DeliveryProblem(
      error.statusCode === 429 || error.statusCode >= 500 ? 'later' : 'never',
      `Slack answered with status ${error.statusCode}.`,
      error,
    );
  const cause = error instanceof WebAPIRequestError ? error.original : error;
  return new DeliveryProblem(
    neverCame(cause) ? 'later' : lost,
    `Slack is not reached: ${cause instanceof Error ? cause.message : String(cause)}.`,
    error,
  );
}

const NOT_THERE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Whether no connection was made at all. */
function neverCame(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && NOT_THERE.has(String(at.code))) return true;
  return false;
}

/** What goes wrong is in the log of the run. */
const SILENT = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  setLevel: () => undefined,
  getLevel: () => 'error' as never,
  setName: () => undefined,
};
