import { type GuestTokenRequest, guestTokenClaims } from '@chartroom/model';

/** What a guest's token says: who they are called, what they may open, and which rows they see of it. */
export type GuestClaims = Pick<GuestTokenRequest, 'user' | 'resources'> & {
  rls_rules: GuestTokenRequest['rls'];
};

/** Tokens for people without an account, to whom a page of another installation shows a dashboard (contract/api.md §3.7). */
export interface GuestTokens {
  issue(claims: GuestClaims): Promise<string>;
  /** Undefined when it is none of ours, is over, or does not say all it has to. */
  read(token: string): Promise<GuestClaims | undefined>;
}

/** JWT, HS256 under `key`; they live for `seconds` and are meant for `audience` alone. */
export function createGuestTokens(options: {
  key: Uint8Array;
  seconds: number;
  audience: string;
  now: () => Date;
}): GuestTokens {
  const { key } = options;
  return {
    issue: async (claims) => {
      const { SignJWT } = await import('jose');
      const seconds = Math.floor(options.now().getTime() / 1000);
      return new SignJWT({ ...claims, type: 'guest' })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setAudience(options.audience)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + options.seconds)
        .sign(key);
    },
    read: async (token) => {
      const { errors, jwtVerify } = await import('jose');
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          audience: options.audience,
          currentDate: options.now(),
          requiredClaims: ['exp', 'iat'],
        });
        const read = guestTokenClaims.safeParse(payload);
        if (!read.success) return undefined;
        const { user, resources, rls_rules } = read.data;
        return { user, resources, rls_rules };
      } catch (error) {
        // Whatever is wrong with it, it opens nothing.
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}

/** Tokens of guests. */
export interface WithGuestTokens {
  guestTokens: GuestTokens;
}
