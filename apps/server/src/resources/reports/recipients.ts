import { type DataMasks, dataMasksSchema } from '@chartroom/model';
import type { Ground } from '../../records/ground.ts';
import { storedObject } from '../../records/stored-json.ts';
import type { Caller, WithCallers } from '../../security/caller.ts';

/** One address that something goes to. */
export interface Recipient {
  type: string;
  address: string;
  /** Where mails name it. */
  role: 'to' | 'cc' | 'bcc';
  /** Addresses that the head of its mail names. */
  shown: { to: string[]; cc: string[] };
  /** Filters of the dashboard that act for it, beyond those of the report or in their place. */
  masks: DataMasks;
}

/** Recipients of one alert or report, at most. */
export const MOST_RECIPIENTS = 500;

const EMAIL = /^[A-Za-z0-9._%+'-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}$/;

/** Name of a recipient in the outbox, in the log and in messages. */
export function nameOf({ type, address }: Pick<Recipient, 'type' | 'address'>): string {
  return type === 'Email' ? address : `${type} ${address}`;
}

/** Every address of an alert or report, each once, with what the first that names it says. */
export function recipientsIn(rows: readonly { type: string; recipient_config_json: string }[]): Recipient[] {
  const found = new Map<string, Recipient>();
  for (const { type, recipient_config_json } of rows) {
    const { target, ccTarget, bccTarget, dataMask } = storedObject(recipient_config_json);
    const masks = dataMasksSchema.safeParse(dataMask ?? {}).data ?? {};
    const to = addressesIn(target, type);
    const cc = addressesIn(ccTarget, type);
    const shown = { to: to.filter(isEmail), cc: cc.filter(isEmail) };
    const roles = [
      ['to', to],
      ['cc', cc],
      ['bcc', addressesIn(bccTarget, type)],
    ] as const;
    for (const [role, addresses] of roles)
      for (const address of addresses) {
        const key = `${type} ${address.toLowerCase()}`;
        if (!found.has(key)) found.set(key, { type, address, role, shown, masks });
      }
  }
  return [...found.values()];
}

/** Whether a text is an address that mails are sent to. */
export function isEmail(address: string): boolean {
  return address.length <= 254 && EMAIL.test(address);
}

function addressesIn(text: unknown, type: string): string[] {
  if (typeof text !== 'string') return [];
  // Addresses of the web may hold commas and semicolons.
  return text.split(type === 'Webhook' || type === 'Teams' ? /\s+/ : /[,;\s]+/).filter((part) => part !== '');
}

/**
 * With whose rights something is made for a recipient: a mail address of an account sees what that account sees, everybody
 * else what the executor does. A text when it is not to be sent.
 */
export async function viewerOf(
  { type, address }: Recipient,
  executor: Caller,
  { db, callers }: Pick<Ground, 'db'> & WithCallers,
): Promise<Caller | string> {
  if (type !== 'Email') return executor;
  const accounts = await db
    .selectFrom('users')
    .select(['id', 'active'])
    .where((on) => on.fn<string>('lower', ['email']), '=', address.toLowerCase())
    .orderBy('id')
    .execute();
  if (accounts.length === 0) return executor;
  const account = accounts.find(({ active }) => active === 1);
  return (account && (await callers.byId(account.id))) ?? 'The account with this address is switched off.';
}
