import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Tells by which methods an address can be called that was called by another one; none for an address that there is not.
 * Wildcards are not addresses: they catch what nothing else does.
 */
export function methodFinder(app: FastifyInstance): (request: FastifyRequest) => string[] {
  let known: { pattern: RegExp; method: string }[] | undefined;
  return ({ url, method: wrong }) => {
    known ??= app.declarations.flatMap(({ url: route, method }) =>
      route.includes('*') ? [] : [{ pattern: patternOf(route), method }],
    );
    const [path = ''] = url.split('?');
    const methods = new Set(known.flatMap(({ pattern, method }) => (pattern.test(path) ? [method] : [])));
    methods.delete(wrong);
    return [...methods].sort();
  };
}

/** `/chart/:pk` as what its addresses look like, with and without a slash at the end. */
function patternOf(route: string): RegExp {
  const parts = route.replace(/\/$/, '').split('/');
  const source = parts
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[^\w-]/g, '\\$&')))
    .join('/');
  return new RegExp(`^${source}/?$`);
}
