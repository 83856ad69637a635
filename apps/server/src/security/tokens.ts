import { LRUCache } from 'lru-cache';
import { purposeKey } from '../base/config.ts';

/** What a bearer token says. */
export interface TokenClaims {
  userId: number;
  /** The account's stamp when it was made; an older one is void. */
  stamp: number;
}

export type TokenKind = 'access' | 'refresh';

/** A token that is no token, or not of this installation (`malformed`), or whose time is over (`expired`). */
export class TokenError extends Error {
  readonly reason: 'malformed' | 'expired';
  constructor(reason: 'malformed' | 'expired', message: string) {
    super(message);
    this.name = 'TokenError';
    this.reason = reason;
  }
}

export interface Tokens {
  /** Seconds until it ends are those of the kind. */
  issue(kind: TokenKind, claims: TokenClaims): Promise<string>;
  /** Rejects with TokenError. */
  read(kind: TokenKind, token: string): Promise<TokenClaims>;
}

/** What clients of the contract are told of a token that is none, or is sealed by somebody else. */
function wordsOf(error: unknown, token: string): string {
  if (token.split('.').length < 3) return 'Not enough segments';
  if (error instanceof Error && 'code' in error && error.code === 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED') {
    return 'Signature verification failed';
  }
  return error instanceof Error ? error.message : 'Not a token';
}

/** Tokens whose seal was found good, at most; the least recently used leaves first. */
const MOST_KNOWN = 1_000;

/** Bearer tokens (contract/api.md §1.1): JWT, HS256 under a key derived from the secret key. */
export function createTokens(options: {
  secret: string;
  accessSeconds: number;
  refreshSeconds: number;
  now: () => Date;
}): Tokens {
  const key = purposeKey(options.secret, 'bearer tokens');
  // A seal that was good stays good until the token's end; whether the account still stands is not kept here.
  const known = new LRUCache<string, TokenClaims & { ends: number }>({ max: MOST_KNOWN });
  return {
    issue: async (kind, claims) => {
      const { SignJWT } = await import('jose');
      const seconds = Math.floor(options.now().getTime() / 1000);
      return new SignJWT({ type: kind, stamp: claims.stamp })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(String(claims.userId))
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + (kind === 'access' ? options.accessSeconds : options.refreshSeconds))
        .sign(key);
    },
    read: async (kind, token) => {
      const name = `${kind} ${token}`;
      const before = known.get(name);
      if (before && before.ends > options.now().getTime()) return before;
      known.delete(name);
      const { errors, jwtVerify } = await import('jose');
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          currentDate: options.now(),
        });
        const userId = Number(payload.sub);
        if (payload.type !== kind || !Number.isInteger(userId) || typeof payload.stamp !== 'number') {
          throw new TokenError(
            'malformed',
            kind === 'access' ? 'Only non-refresh tokens are allowed' : 'Only refresh tokens are allowed',
          );
        }
        const claims = { userId, stamp: payload.stamp, ends: (payload.exp ?? 0) * 1000 };
        known.set(name, claims);
        return claims;
      } catch (error) {
        if (error instanceof TokenError) throw error;
        if (error instanceof errors.JWTExpired) throw new TokenError('expired', 'Token has expired');
        throw new TokenError('malformed', wordsOf(error, token));
      }
    },
  };
}

/** Tokens of people. */
export interface WithTokens {
  tokens: Tokens;
}
