import { createHash } from 'node:crypto';
import { ChartroomError } from '@chartroom/model';
import type { Row } from '../records/tables.ts';
import { markedDown } from '../resources/marked-down.ts';
import {
  MOST_RECIPIENTS,
  nameOf,
  type Recipient,
  recipientsIn,
  viewerOf,
} from '../resources/reports/recipients.ts';
import type { Caller } from '../security/caller.ts';
import { type LetterFacts, letterOf, type MadeLetter } from './letter.ts';
import { type LinkClaims, sealedLink } from './links.ts';
import { type AskedView, renderReport } from './rendering.ts';
import type { Rendering } from './rendering-parts.ts';
import { RunProblem, type RunServices } from './run-services.ts';
import { slackText } from './slack-text.ts';

/** What one recipient is to get. */
export interface Planned {
  recipient: Recipient;
  /** With whose rights it is made; undefined when it is not to be sent. */
  viewer: Caller | undefined;
  /** Why it is not to be sent. */
  problem: string | undefined;
  made: { letter: MadeLetter; facts: LetterFacts; rendering: Rendering; unsubscribe: string } | undefined;
}

type Schedule = Row<'report_schedules'>;

/** What a run says in every message. */
interface Told {
  value: string | null;
  /** Values of the last runs and of this one, the earliest first. */
  trend: readonly number[];
  notes: readonly string[];
}

const DAY = 86_400_000;
/** Days for which links in mails work. */
const LINK_DAYS = { acknowledge: 7, snooze: 7, unsubscribe: 365 } as const;
/** Hours for which a link puts an alert to rest. */
export const SNOOZE_HOURS = 24;

/** What each recipient is to get: one rendering for each person whose rights count and each choice of filters, and a message for each address. */
export async function planDeliveries(
  schedule: Schedule,
  executor: Caller,
  told: Told,
  services: RunServices,
  signal: AbortSignal,
): Promise<Planned[]> {
  const { db } = services;
  const rows = await db
    .selectFrom('report_recipients')
    .select(['type', 'recipient_config_json'])
    .where('report_id', '=', schedule.id)
    .orderBy('id')
    .execute();
  const recipients = recipientsIn(rows);
  if (recipients.length === 0) throw new RunProblem('There is nobody to send it to.');
  if (recipients.length > MOST_RECIPIENTS)
    throw new RunProblem(
      `There are ${recipients.length} recipients; at most ${MOST_RECIPIENTS} are sent to.`,
    );
  const [description = ''] = await markedDown([schedule.description]);
  const views = new Map<string, Promise<Rendering | string>>();
  const plans: Planned[] = [];
  for (const recipient of recipients) {
    const viewer = await viewerOf(recipient, executor, services);
    if (typeof viewer === 'string') {
      plans.push({ recipient, viewer: undefined, problem: viewer, made: undefined });
      continue;
    }
    const { masks } = recipient;
    const key = JSON.stringify([viewer.user?.id, masks]);
    const view = views.get(key) ?? viewOf({ schedule, masks }, viewer, services, signal);
    views.set(key, view);
    const rendering = await view;
    if (typeof rendering === 'string') {
      plans.push({ recipient, viewer, problem: rendering, made: undefined });
      continue;
    }
    const links = linksOf(schedule, recipient, services);
    const facts = {
      type: schedule.type,
      name: schedule.name,
      subject: schedule.email_subject,
      description,
      ...told,
      links: recipient.type === 'Email' ? links.shown : [],
      now: services.now(),
    };
    const letter = letterOf(facts, rendering, services.config);
    const isSlack = recipient.type === 'Slack' || recipient.type === 'SlackV2';
    const text = isSlack ? slackText(facts, rendering, services.config) : letter.text;
    const made = { letter: { ...letter, text }, facts, rendering, unsubscribe: links.unsubscribe };
    plans.push({ recipient, viewer, problem: undefined, made });
  }
  return plans;
}

/** Somebody's view; a text when they may not see what is reported. */
async function viewOf(
  asked: AskedView,
  viewer: Caller,
  services: RunServices,
  signal: AbortSignal,
): Promise<Rendering | string> {
  try {
    return await renderReport(asked, viewer, services, signal);
  } catch (error) {
    if (!(error instanceof ChartroomError) || (error.status !== 403 && error.status !== 404)) throw error;
    const what = asked.schedule.chart_id === null ? 'dashboard' : 'chart';
    const who = viewer.user?.username ?? 'Nobody';
    return `It is made with the rights of ${who}, who may not see or export this ${what}.`;
  }
}

function linksOf(
  schedule: Schedule,
  { address }: Recipient,
  { config, now }: RunServices,
): { shown: { text: string; url: string }[]; unsubscribe: string } {
  const link = (action: LinkClaims['action']) => {
    const ends = now().getTime() + LINK_DAYS[action] * DAY;
    const token = sealedLink({ report: schedule.id, action, address, ends }, config.SECRET_KEY);
    return `${config.BASE_URL ?? ''}/report/link/${token}`;
  };
  const unsubscribe = link('unsubscribe');
  const alert = [
    { text: 'Acknowledge', url: link('acknowledge') },
    { text: `Snooze for ${SNOOZE_HOURS} hours`, url: link('snooze') },
  ];
  const shown = [...(schedule.type === 'Alert' ? alert : []), { text: 'Unsubscribe', url: unsubscribe }];
  return { shown, unsubscribe };
}

/** Id of what goes to a recipient for a moment of a schedule: the same however often it is tried. */
export function deliveryId(reportId: number, scheduled: string, recipient: Recipient): string {
  return createHash('sha256')
    .update(JSON.stringify([reportId, scheduled, nameOf(recipient)]))
    .digest('hex')
    .slice(0, 32);
}
