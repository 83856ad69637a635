import type { FastifyInstance } from 'fastify';
import { needs } from '../../http/access.ts';
import { ownCookie } from '../../http/cookies.ts';
import type { Services } from '../../services.ts';
import type { Wire } from '../columns.ts';
import { apiPage } from './api-page.ts';
import { openApiDocument } from './openapi-document.ts';

/** `/api/v1/_openapi`: the description of the API, made when it is first asked for; `/swagger/v1`: the same for people. */
export function registerOpenApi(app: FastifyInstance, services: Services): void {
  let document: Wire | undefined;
  const described = () => {
    document ??= openApiDocument(app.declarations, '1.0.0');
    return document;
  };
  app.get('/api/v1/_openapi', needs('can_get', 'OpenApi'), async () => described());
  if (!services.config.FAB_API_SWAGGER_UI) return;
  const show = { config: { ...needs('can_show', 'SwaggerView').config, page: true } };
  app.get('/swagger/v1', show, async (request, reply) => {
    const csrfToken = services.sessions.csrfToken(ownCookie(request, reply, services));
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
    return reply.send(apiPage(described(), { csrfToken, nonces: reply.cspNonce }));
  });
}
