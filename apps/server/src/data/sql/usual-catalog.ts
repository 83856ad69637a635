import { engineById, parseUri } from '@chartroom/engines';

/** The catalog a server's connection is in: the database its address names, of which a schema may follow. Null for engines without such. */
export function usualCatalog({ backend, uri }: { backend: string; uri: string }): string | null {
  const engine = engineById(backend);
  if (!engine?.capabilities.catalogs || engine.capabilities.embedded) return null;
  return parseUri(uri).database?.split('/')[0] || null;
}
