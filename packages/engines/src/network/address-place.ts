import type { DatabaseUri } from '../uri.ts';

/** Where unqualified names of a statement are looked for. */
export interface Place {
  catalog?: string | undefined;
  schema?: string | undefined;
}

/** How the addresses of an engine name a place. */
export interface AddressPlace {
  of(uri: DatabaseUri): Place;
  /** The address at a place: what the place does not say stays as it was, what addresses cannot say is left out. */
  at(uri: DatabaseUri, place: Place): DatabaseUri;
}

/** Whole names, slashes and blanks too, inside one part of a path. */
const encoded = encodeURIComponent;
/** Only what would end the path, or be read as such a sign: names are written as they are otherwise. */
const guarded = (name: string): string => name.replace(/[%?]/g, encodeURIComponent);

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const named = (text: string | undefined): string | undefined => (text ? decoded(text) : undefined);

/** `…/catalog`: databases of one server are its catalogs, and each has connections of its own. */
export const CATALOG_AS_DATABASE: AddressPlace = {
  of: ({ database }) => ({ catalog: database || undefined }),
  at: (uri, { catalog }) => (catalog === undefined ? uri : { ...uri, database: catalog }),
};

/** `…/schema`: what addresses call database is a schema. */
export const SCHEMA_AS_DATABASE: AddressPlace = {
  of: ({ database }) => ({ schema: named(database) }),
  at: (uri, { schema }) => (schema === undefined ? uri : { ...uri, database: encoded(schema) }),
};

/** `…/catalog` behind a word that says where it is, e.g. `md:catalog`. */
export function catalogBehind(word: string): AddressPlace {
  return {
    of: ({ database }) => ({ catalog: database?.startsWith(word) ? database.slice(word.length) : undefined }),
    at: (uri, { catalog }) => (catalog === undefined ? uri : { ...uri, database: `${word}${catalog}` }),
  };
}

/** `…/catalog/schema`, or with another sign between the two. */
function catalogAndSchema(sign: string, write: (name: string) => string): AddressPlace {
  const split = (database: string | undefined): [catalog: string, schema: string] => {
    const at = database?.indexOf(sign) ?? -1;
    return database !== undefined && at >= 0
      ? [database.slice(0, at), database.slice(at + 1)]
      : [database ?? '', ''];
  };
  return {
    of({ database }) {
      const [catalog, schema] = split(database);
      return { catalog: named(catalog), schema: named(schema) };
    },
    at(uri, place) {
      if (place.catalog === undefined && place.schema === undefined) return uri;
      const [catalog, schema] = split(uri.database);
      const own = place.schema === undefined ? schema : write(place.schema);
      const parts = [
        place.catalog === undefined ? catalog : guarded(place.catalog),
        ...(own === '' ? [] : [own]),
      ];
      return { ...uri, database: parts.join(sign) };
    },
  };
}

/** Trino and Presto. */
export const CATALOG_SLASH_SCHEMA = catalogAndSchema('/', encoded);
/** Snowflake, whose schemas are written as they are. */
export const CATALOG_SLASH_PLAIN_SCHEMA = catalogAndSchema('/', guarded);
/** Doris. */
export const CATALOG_DOT_SCHEMA = catalogAndSchema('.', encoded);

/** StarRocks: the catalog is the address's own; an address without a database has no place for a schema. */
export const SCHEMA_BEHIND_DOT: AddressPlace = {
  of: CATALOG_DOT_SCHEMA.of,
  at: (uri, { schema }) => (uri.database ? CATALOG_DOT_SCHEMA.at(uri, { schema }) : uri),
};

/** BigQuery: the project is the host. A dataset of one project is none of another, and addresses are not given one. */
export const CATALOG_AS_HOST: AddressPlace = {
  of: ({ host, database }) => ({ catalog: host, schema: named(database) }),
  at: (uri, { catalog }) => (catalog === undefined ? uri : { ...uri, host: catalog, database: '' }),
};
