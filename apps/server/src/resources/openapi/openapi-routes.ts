import { type ApiDocument, openApi } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import { ownCookie } from '../../http/cookies.ts';
import { routesOf } from '../../http/define-route.ts';
import type { Ground } from '../../records/ground.ts';
import type { WithSessions } from '../../security/sessions.ts';
import { apiPage } from './api-page.ts';
import { openApiDocument } from './openapi-document.ts';

/** `/api/v1/_openapi`: the description of the API, made when it is first asked for; `/swagger/v1`: the same for people. */
export function registerOpenApi(app: FastifyInstance, services: Ground & WithSessions): void {
  const defineRoute = routesOf(app, services);
  let document: ApiDocument | undefined;
  const described = () => {
    document ??= openApiDocument(app.declarations, '1.0.0');
    return document;
  };
  defineRoute({
    ...openApi.document,
    access: { permission: 'can_get', view: 'OpenApi' },
    handle: async () => described(),
  });
  if (!services.config.FAB_API_SWAGGER_UI) return;
  defineRoute({
    ...openApi.page,
    access: { permission: 'can_show', view: 'SwaggerView' },
    config: { page: true },
    handle: async ({ request, reply }) => {
      const csrfToken = services.sessions.csrfToken(ownCookie(request, reply, services));
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
      return reply.send(apiPage(described(), { csrfToken, nonces: reply.cspNonce }));
    },
  });
}
