import type { FastifyInstance } from 'fastify';
import { needs } from '../../http/access.ts';
import type { Services } from '../../services.ts';
import type { Wire } from '../columns.ts';
import { openApiDocument } from './openapi-document.ts';

/** `/api/v1/_openapi`: the description of the API, made when it is first asked for. */
export function registerOpenApi(app: FastifyInstance, _services: Services): void {
  let document: Wire | undefined;
  app.get('/api/v1/_openapi', needs('can_get', 'OpenApi'), async () => {
    document ??= openApiDocument(app.declarations, '1.0.0');
    return document;
  });
}
