import type { Registration } from '@chartroom/model';
import type { Config } from '../../base/config.ts';
import type { Letter } from '../../mail/mailer.ts';
import { WAITS } from './waiting-people.ts';

/** Asks the owner of an address to confirm that they have registered. */
export function confirmation(
  { BASE_URL }: Config,
  person: Pick<Registration, 'email' | 'username'>,
  hash: string,
): Letter {
  return {
    to: person.email,
    subject: 'Confirm your account',
    text: `Somebody has registered at ${BASE_URL} with this address, under the user name ${oneLine(person.username)}.

If it was you, open this page within ${WAITS} days:

${BASE_URL}/register/activation/${hash}

If it was not, do nothing: without this there will be no account.
`,
  };
}

/** Tells the owner of an address that there is an account with it already. */
export function alreadyHere({ BASE_URL }: Config, email: string, username: string): Letter {
  return {
    to: email,
    subject: 'You have an account already',
    text: `Somebody has registered at ${BASE_URL} with this address. There is an account with it already: ${oneLine(username)}.

Sign in with it at ${BASE_URL}/login/. If you do not know its password any more, ask an administrator for a link that sets a new one.
`,
  };
}

/** Names that hold line breaks must not write further lines. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
