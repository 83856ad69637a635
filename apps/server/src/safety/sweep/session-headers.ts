import type { TestApp } from '../../testing/test-app.ts';

/** Headers of somebody who has signed in: a session, and the token against forgery that belongs to it. */
export async function sessionHeaders({ services }: TestApp, userId: number): Promise<Record<string, string>> {
  const { stamp } = await services.db
    .selectFrom('users')
    .select('stamp')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const cookie = await services.sessions.begin({ id: userId, stamp });
  return { cookie: `session=${cookie}`, 'x-csrftoken': services.sessions.csrfToken(cookie) };
}
