import { reportApi } from '@chartroom/model';
import type { FastifyReply } from 'fastify';
import type { DefineRoute } from '../http/define-route.ts';
import { notFound } from '../http/errors.ts';
import type { Ground } from '../records/ground.ts';
import { escaped } from './letter.ts';
import { type LinkClaims, openedLink } from './links.ts';
import { SNOOZE_HOURS } from './plan.ts';
import type { RunServices } from './run-services.ts';

const HOUR = 3_600_000;

/** What a link does: the question before, and what is said afterwards. */
interface LinkWords {
  title: string;
  question(name: string): string;
  button: string;
  done(name: string): string;
}

const WORDS: Readonly<Record<LinkClaims['action'], LinkWords>> = {
  acknowledge: {
    title: 'Acknowledge',
    question: (name) =>
      `Acknowledge the alert "${name}"? It is silent until its condition has not held once.`,
    button: 'Acknowledge',
    done: (name) =>
      `The alert "${name}" is acknowledged. It is silent until its condition has not held once.`,
  },
  snooze: {
    title: 'Snooze',
    question: (name) => `Snooze the alert "${name}" for ${SNOOZE_HOURS} hours, for everybody who gets it?`,
    button: `Snooze for ${SNOOZE_HOURS} hours`,
    done: (name) => `The alert "${name}" is silent for ${SNOOZE_HOURS} hours.`,
  },
  unsubscribe: {
    title: 'Unsubscribe',
    question: (name) => `Get no more mails of "${name}" at this address?`,
    button: 'Unsubscribe',
    done: (name) => `You get no more mails of "${name}" at this address.`,
  },
};

/**
 * Links in mails: opening one asks, sending its form does it, for programs that look at mails open every link. Mail programs
 * that know `List-Unsubscribe-Post` send the form by themselves.
 */
export function registerReportLinks(defineRoute: DefineRoute<RunServices>, services: RunServices): void {
  defineRoute({
    ...reportApi.link,
    access: 'public',
    handle: async ({ param, reply }) => {
      const found = await claimed(param('token'), services);
      if (typeof found === 'string')
        return page(reply.status(410), 'This link does not work', escaped(found));
      const { title, question, button } = WORDS[found.claims.action];
      const form = `<form method="post"><button type="submit">${escaped(button)}</button></form>`;
      return page(reply, title, `${escaped(question(found.name))}</p>${form}<p>`);
    },
  });
  defineRoute({
    ...reportApi.followLink,
    access: 'public',
    config: { csrf: 'exempt' },
    handle: async ({ param, reply }) => {
      const found = await claimed(param('token'), services);
      if (typeof found === 'string')
        return page(reply.status(410), 'This link does not work', escaped(found));
      await carryOut(found.claims, services);
      const { title, done } = WORDS[found.claims.action];
      return page(reply, title, escaped(done(found.name)));
    },
  });
}

/** What a token says, and the name of what it is about; else why it does not work. */
async function claimed(
  token: string,
  { config, db, now }: Ground,
): Promise<{ claims: LinkClaims; name: string } | string> {
  if (!config.ALERT_REPORTS) throw notFound();
  const claims = openedLink(token, config.SECRET_KEY, now());
  if (claims === 'unknown') return 'It is not a link of this installation, or a part of it is missing.';
  if (claims === 'over') return 'It is too old. The next mail brings a new one.';
  const report = await db
    .selectFrom('report_schedules')
    .select('name')
    .where('id', '=', claims.report)
    .executeTakeFirst();
  return report ? { claims, name: report.name } : 'What it was about is not there any more.';
}

async function carryOut({ report, action, address }: LinkClaims, { db, now }: Ground): Promise<void> {
  if (action === 'unsubscribe') {
    await db
      .insertInto('report_unsubscribed')
      .values({ report_id: report, address: address.toLowerCase() })
      .onConflict((on) => on.columns(['report_id', 'address']).doNothing())
      .execute();
    return;
  }
  const change =
    action === 'acknowledge'
      ? { acknowledged_dttm: now().toISOString() }
      : { snoozed_until: new Date(now().getTime() + SNOOZE_HOURS * HOUR).toISOString() };
  await db.updateTable('report_schedules').set(change).where('id', '=', report).execute();
}

function page(reply: FastifyReply, title: string, text: string): FastifyReply {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escaped(title)}</title>`;
  const style =
    'font-family:Arial,Helvetica,sans-serif;max-width:40em;margin:3em auto;padding:0 1em;line-height:1.5';
  return reply
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head>${head}</head><body style="${style}"><h1>${escaped(title)}</h1><p>${text}</p></body></html>`,
    );
}
