import { createHmac, timingSafeEqual } from 'node:crypto';
import { isJsonObject } from '@chartroom/model';
import { purposeKey } from '../base/config.ts';

/** What a link in a mail does. */
export interface LinkClaims {
  report: number;
  action: 'acknowledge' | 'snooze' | 'unsubscribe';
  /** The address that the mail went to. */
  address: string;
  /** Epoch milliseconds at which it ends. */
  ends: number;
}

const ACTIONS: readonly string[] = ['acknowledge', 'snooze', 'unsubscribe'];

/** A link's token: what it does, under a seal of this installation. */
export function sealedLink(claims: LinkClaims, secret: string): string {
  const content = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${content}.${sealOf(content, secret).toString('base64url')}`;
}

/** What a token says; a word when it is none of this installation, or its time is over. */
export function openedLink(token: string, secret: string, now: Date): LinkClaims | 'unknown' | 'over' {
  const [content = '', seal = '', ...rest] = token.split('.');
  const given = Buffer.from(seal, 'base64url');
  const wanted = sealOf(content, secret);
  if (rest.length > 0 || given.length !== wanted.length || !timingSafeEqual(given, wanted)) return 'unknown';
  const claims: unknown = JSON.parse(Buffer.from(content, 'base64url').toString());
  if (!isClaims(claims)) return 'unknown';
  return claims.ends > now.getTime() ? claims : 'over';
}

function isClaims(value: unknown): value is LinkClaims {
  if (!isJsonObject(value)) return false;
  const { report, action, address, ends } = value;
  return (
    typeof report === 'number' &&
    typeof action === 'string' &&
    ACTIONS.includes(action) &&
    typeof address === 'string' &&
    typeof ends === 'number'
  );
}

function sealOf(content: string, secret: string): Buffer {
  return createHmac('sha256', purposeKey(secret, 'links in reports')).update(content).digest();
}
