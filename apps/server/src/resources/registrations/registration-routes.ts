import { type Registration, registrationApi } from '@chartroom/model';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { routesOf } from '../../http/define-route.ts';
import { forbidden, notFound, unavailable } from '../../http/errors.ts';
import { createQuota } from '../../http/quota.ts';
import type { Mailer, WithMail } from '../../mail/mailer.ts';
import type { Ground } from '../../records/ground.ts';
import { callerId } from '../../security/caller.ts';
import type { WithCounts } from '../../security/counts.ts';
import type { ResourceServices } from '../resource-act.ts';
import { requireSeen } from '../resource-queries.ts';
import { registerResource } from '../resource-routes.ts';
import { alreadyHere, confirmation } from './letters.ts';
import { registrationResource } from './registration-resource.ts';
import { activate, addRegistration, removeRegistration } from './waiting-people.ts';

const PUBLIC = { access: 'public', exact: true } as const;
/** Registrations and confirmations a minute and address: each costs a password's hash, or is a guess. */
const MOST = 5;

/** Registering oneself (AUTH_USER_REGISTRATION with AUTH_TYPE=db), and who waits for an account. */
export function registerRegistrations(
  app: FastifyInstance,
  services: ResourceServices & WithCounts & WithMail,
): void {
  const defineRoute = routesOf(app, services);
  registerResource(app, services, registrationResource);
  const { config } = services;
  const allowance = { kind: 'registrations', most: MOST, seconds: 60 };
  const takeOne = createQuota(services.counts, allowance, 'Too many tries.');
  const admitStranger = async ({ ip }: FastifyRequest) => {
    if (!config.AUTH_USER_REGISTRATION || config.AUTH_TYPE !== 'db')
      throw forbidden('Accounts are made by administrators here.');
    await takeOne(ip);
  };
  defineRoute({
    ...registrationApi.register,
    ...PUBLIC,
    handle: async ({ body, request }) => {
      await admitStranger(request);
      if (services.mail) await registerByMail(services, services.mail, body, request);
      else await addRegistration(services, body);
      return { mailed: services.mail !== undefined };
    },
  });
  defineRoute({
    ...registrationApi.confirm,
    ...PUBLIC,
    handle: async ({ body: { registration_hash }, request }) => {
      await admitStranger(request);
      const username = await activate(services, { registration_hash }, null);
      services.callers.forget();
      return { result: { username } };
    },
  });
  defineRoute({
    ...registrationApi.activate,
    access: { permission: 'can_post', view: 'User' },
    handle: async ({ id, act }) => {
      if (id === undefined) throw notFound();
      await requireSeen(registrationResource, [id], act);
      const username = await activate(services, { id }, callerId(act.caller));
      services.callers.forget();
      return { result: { username } };
    },
  });
}

/** Whether somebody has an account here is for the owner of the address to know: only the mail tells. */
async function registerByMail(
  services: Ground,
  mail: Mailer,
  body: Registration,
  request: FastifyRequest,
): Promise<void> {
  const { db, config } = services;
  const owner = await db
    .selectFrom('users')
    .select('username')
    .where((on) => on(on.fn<string>('lower', ['email']), '=', body.email.toLowerCase()))
    .executeTakeFirst();
  const made = owner ? undefined : await addRegistration(services, body);
  try {
    await mail.send(
      made
        ? confirmation(config, body, made.registration_hash)
        : alreadyHere(config, body.email, owner?.username ?? ''),
    );
  } catch (error) {
    request.log.error({ err: error }, 'a mail could not be sent');
    if (made) await removeRegistration(db, made.id);
    throw unavailable('The mail to confirm your address could not be sent. Try again later.');
  }
}
