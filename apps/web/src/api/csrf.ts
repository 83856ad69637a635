import { type AnswerOf, signInApi } from '@chartroom/model';
import { bootstrap } from '../base/bootstrap.ts';

let token: string | undefined;
let since = Date.now();

/**
 * What unsafe requests of this page carry against forgery (contract/api.md §1.2). It counts for some time only, so that a page
 * that stays open for days asks for another one at half of it; while none is to be had the old one is sent.
 */
export async function csrfToken(): Promise<string> {
  const current = csrfTokenAtHand();
  const seconds = Number(bootstrap.conf.WTF_CSRF_TIME_LIMIT);
  if (!bootstrap.user || !(Date.now() - since > seconds * 500)) return current;
  const answer = await fetch(signInApi.csrfToken.path, {
    headers: { Accept: 'application/json' },
  }).catch(() => undefined);
  if (!answer?.ok) return current;
  const { result }: AnswerOf<typeof signInApi.csrfToken> = await answer.json();
  token = result;
  since = Date.now();
  return result;
}

/** The one that the page has: what is sent as it ends cannot wait for another. */
export function csrfTokenAtHand(): string {
  return token ?? bootstrap.csrf_token;
}
