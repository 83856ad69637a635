import { defineEngine, type Engine, USUAL_CAPABILITIES } from '../engine.ts';
import { elasticsearchDialect, openDistroDialect } from './dialect.ts';
import { classifierOf } from './errors.ts';
import { ELASTICSEARCH, type Flavour, OPEN_DISTRO } from './pages.ts';
import { ELASTICSEARCH_PORT, openElasticsearch } from './session.ts';

function family(settings: Pick<Engine, 'id' | 'name' | 'dialect'>, flavour: Flavour): Engine {
  const classify = classifierOf(settings.name);
  return defineEngine({
    ...settings,
    drivers: ['http', 'https'],
    defaultPort: ELASTICSEARCH_PORT,
    uriPlaceholder: `${settings.id}+https://user:password@host:port/`,
    capabilities: USUAL_CAPABILITIES,
    encryptionQuery: { ssl: 'true' },
    tunnels: true,
    classify,
    asksOutbound: true,
    open: (connection) => openElasticsearch(connection, { ...settings, classify, flavour }),
  });
}

/** Elasticsearch over its SQL interface. */
export const elasticsearch = family(
  { id: 'elasticsearch', name: 'ElasticSearch (SQL API)', dialect: elasticsearchDialect },
  ELASTICSEARCH,
);

/** Open Distro for Elasticsearch, whose SQL is another. */
export const openDistro = family(
  { id: 'odelasticsearch', name: 'ElasticSearch (OpenDistro SQL)', dialect: openDistroDialect },
  OPEN_DISTRO,
);
