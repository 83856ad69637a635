import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { SentMessage } from '@chartroom/model';
import type { Act } from '../http/act.ts';
import type { Ground } from '../records/ground.ts';
import type { Row } from '../records/tables.ts';
import { nameOf } from '../resources/reports/recipients.ts';
import type { Outcome } from './deliver.ts';
import { withoutLinks } from './letter.ts';
import type { Planned } from './plan.ts';
import { PICTURE, type Rendering } from './rendering-parts.ts';

/** Runs of a report of which it is kept what they sent, and views of one run. */
const MOST_RUNS = 50;
const MOST_VIEWS = 20;
/** Bytes of a compressed picture, and letters of a text, that are kept. */
const MOST_PICTURE = 1024 * 1024;
const MOST_HTML = 512 * 1024;

/** A run whose messages are to be kept. */
interface KeptRun {
  reportId: number;
  uuid: string;
  /** Id of the user whose rights count for whoever has no account. */
  executor: number | undefined;
}

const compressed = promisify(gzip);
const expanded = promisify(gunzip);

/** Keeps what arrived, so that the log can show it: one row for each view. What earlier runs sent goes when there are many. */
export async function keepSent(
  { reportId, uuid, executor }: KeptRun,
  plans: readonly Planned[],
  outcomes: readonly Outcome[],
  { db, now }: Pick<Ground, 'db' | 'now'>,
): Promise<void> {
  const arrived = new Set(outcomes.flatMap(({ recipient, state }) => (state === 'sent' ? [recipient] : [])));
  const views = new Map<Rendering, Planned[]>();
  for (const plan of plans)
    if (plan.made && arrived.has(nameOf(plan.recipient)))
      views.set(plan.made.rendering, [...(views.get(plan.made.rendering) ?? []), plan]);
  for (const [rendering, [first, ...others]] of [...views].slice(0, MOST_VIEWS)) {
    if (!first?.made) continue;
    const html = withoutLinks(first.made.letter.html);
    const picture = rendering.shown && (await compressed(rendering.shown.content));
    const isKept = picture !== undefined && picture.length <= MOST_PICTURE;
    await db
      .insertInto('report_messages')
      .values({
        report_id: reportId,
        uuid,
        viewer_id: first.viewer?.user?.id ?? null,
        is_executor: first.viewer?.user?.id === executor ? 1 : 0,
        recipients: JSON.stringify([first, ...others].map(({ recipient }) => nameOf(recipient))),
        subject: first.made.letter.subject,
        html: html.length <= MOST_HTML ? html : '<p>This message is too long to be kept.</p>',
        picture_type: isKept ? (rendering.shown?.type ?? null) : null,
        picture: isKept ? picture.toString('base64') : null,
        created_on: now().toISOString(),
      })
      .execute();
  }
  await forgetEarlier(reportId, db);
}

async function forgetEarlier(reportId: number, db: Ground['db']): Promise<void> {
  const runs = await db
    .selectFrom('report_messages')
    .select(({ fn }) => ['uuid', fn.max('id').as('last')])
    .where('report_id', '=', reportId)
    .groupBy('uuid')
    .orderBy('last', 'desc')
    .offset(MOST_RUNS)
    .limit(MOST_RUNS)
    .execute();
  if (runs.length === 0) return;
  const uuids = runs.map(({ uuid }) => uuid);
  await db
    .deleteFrom('report_messages')
    .where('report_id', '=', reportId)
    .where('uuid', 'in', uuids)
    .execute();
}

/** A run whose messages somebody looks at. */
export interface SentRun {
  reportId: number;
  uuid: string;
  /** Whether the report is the caller's own. */
  isOwn: boolean;
}

/**
 * What a run sent, as far as it is kept. What was made with somebody else's rights is not shown: owners see their own view and
 * the one that is sent to anybody, administrators all.
 */
export async function sentBy({ reportId, uuid, isOwn }: SentRun, act: Act): Promise<SentMessage[]> {
  const rows = await messagesOf(reportId, uuid, act);
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      recipients: namesIn(row.recipients),
      rendered_as: row.username,
      content: isOpenTo(row, isOwn, act) ? await contentOf(row) : null,
    })),
  );
}

/** The first picture of what a run sent that the caller may see. */
export async function pictureSentBy(
  { reportId, uuid, isOwn }: SentRun,
  act: Act,
): Promise<{ type: string; content: Buffer } | undefined> {
  const rows = await messagesOf(reportId, uuid, act);
  const row = rows.find((each) => each.picture !== null && isOpenTo(each, isOwn, act));
  if (!row?.picture || row.picture_type === null) return undefined;
  return { type: row.picture_type, content: await expanded(Buffer.from(row.picture, 'base64')) };
}

type Message = Row<'report_messages'>;

function messagesOf(reportId: number, uuid: string, { services: { db } }: Act) {
  return db
    .selectFrom('report_messages')
    .leftJoin('users', 'users.id', 'report_messages.viewer_id')
    .selectAll('report_messages')
    .select('users.username')
    .where('report_id', '=', reportId)
    .where('uuid', '=', uuid)
    .orderBy('report_messages.id')
    .execute();
}

function isOpenTo({ viewer_id, is_executor }: Message, isOwn: boolean, { caller }: Act): boolean {
  if (caller.isAdmin) return true;
  if (viewer_id !== null && viewer_id === caller.user?.id) return true;
  return isOwn && is_executor === 1;
}

async function contentOf({ subject, html, picture, picture_type }: Message) {
  if (picture === null || picture_type === null)
    return { subject, html: html.replaceAll(PICTURE_TAG, ''), picture: null };
  const bytes = await expanded(Buffer.from(picture, 'base64'));
  const address = `data:${picture_type};base64,${bytes.toString('base64')}`;
  return { subject, html: html.replaceAll(`cid:${PICTURE}`, address), picture: address };
}

/** Where a mail has its picture: without one there is nothing to be seen. */
const PICTURE_TAG = new RegExp(`<p><img src="cid:${PICTURE}"[^>]*></p>`, 'g');

function namesIn(text: string): string[] {
  const names: unknown = JSON.parse(text);
  return Array.isArray(names) ? names.map(String) : [];
}
