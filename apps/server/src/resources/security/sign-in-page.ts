import { signInApi } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import { ownCookie } from '../../http/cookies.ts';
import { routesOf } from '../../http/define-route.ts';
import type { Ground } from '../../records/ground.ts';
import type { WithCallers } from '../../security/caller.ts';
import type { WithSessions } from '../../security/sessions.ts';
import type { WithRemoteUser } from '../../security/sign-in/remote-user.ts';
import { wayPastSignIn } from './proxy-sign-in.ts';

/** The sign-in form without scripts, for scripts that sign in as browsers do and for installations without the pages. */
export function registerSignInPage(
  app: FastifyInstance,
  services: Ground & WithCallers & WithRemoteUser & WithSessions,
): void {
  if (['/login', '/login/'].some((url) => app.hasRoute({ method: 'GET', url }))) return;
  const defineRoute = routesOf(app, services);
  defineRoute({
    ...signInApi.page,
    access: 'public',
    handle: async ({ request, reply, query }) => {
      const way = await wayPastSignIn(request, reply, services);
      if (way !== undefined) return reply.redirect(way);
      const token = services.sessions.csrfToken(ownCookie(request, reply, services));
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(signInForm(token, query('next') ?? '/'));
    },
  });
}

function signInForm(token: string, next: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Sign in - Chartroom</title></head>
<body><main><h1>Chartroom</h1>
<form method="post" action="/login/?next=${encodeURIComponent(next)}">
<input type="hidden" name="csrf_token" value="${token}">
<p><label>User name <input name="username" autocomplete="username" required autofocus></label></p>
<p><label>Password <input name="password" type="password" autocomplete="current-password" required></label></p>
<p><button type="submit">Sign in</button></p>
</form></main></body></html>`;
}
