import type { resourceApi } from '@chartroom/model';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Act } from '../http/act.ts';
import { type Misfit, parseBody } from '../http/validation.ts';
import type { Filters } from '../lists/filters.ts';
import type { Listing } from '../lists/listing.ts';
import type { RelatedSource } from './related.ts';
import type { ResourceAct } from './resource-act.ts';

/** What creating and updating answer, besides the standard envelope. */
export interface Written {
  result: object;
  /** Further members of the answer. */
  more?: object;
}

/** A body's schema and what is done with it. */
export interface Writing<Arguments extends unknown[], Answer> {
  schema: z.ZodObject;
  /** Refuses what is no body for anything, before it is asked what it is for. */
  admit?(body: unknown): void;
  run(body: unknown, ...rest: Arguments): Promise<Answer>;
}

/** Ties a schema to what is done with a body that fits it; one that does not is answered as `misfit` says. */
export function writing<S extends z.ZodObject, Arguments extends unknown[], Answer>(
  schema: S,
  run: (body: z.output<S>, ...rest: Arguments) => Promise<Answer>,
  misfit: Misfit = 400,
): Writing<Arguments, Answer> {
  return { schema, run: async (body, ...rest) => run(parseBody(schema, body, misfit), ...rest) };
}

/** The query parameters of a call. */
export type Flags = Readonly<Record<string, unknown>>;

/** What an update is told besides the body. */
export interface UpdateCall {
  flags: Flags;
  /** The version (`changed_on`) that the caller edits, when they name it: somebody else's newer one must not be overwritten. */
  expected: string | undefined;
}

/** Verbs of the security resources: each HTTP method has its own permission. */
export const VERBS_BY_METHOD = {
  list: 'can_get',
  info: 'can_info',
  create: 'can_post',
  update: 'can_put',
  delete: 'can_delete',
};

/** The usual order: what changed last comes first. */
export const NEWEST_FIRST = { by: sql`t.changed_on`, descending: true };

/** The standard calls of any resource, as `resourceApi` makes them. */
export type StandardCalls = ReturnType<
  typeof resourceApi<string, z.ZodObject, z.ZodObject, z.ZodType, z.ZodType, z.ZodType, z.ZodType, z.ZodType>
>;

/** Joining table that says who owns a thing. */
export interface Ownership {
  link: 'dataset_owners' | 'chart_owners' | 'dashboard_owners' | 'report_owners';
  own: string;
}

/**
 * A REST resource: from this one description come list, item, `_info`, related, distinct, create, update, delete, bulk
 * delete and favourites (contract/api.md §1.4).
 */
export interface Listed<Row extends object = object, Item extends object = object> extends Listing {
  /** Below `/api/v1/`, e.g. `chart`, `security/users`. */
  path: string;
  /** View of the permissions. */
  view: string;
  /** Name of the model in titles, e.g. `Sqla Table`. */
  model: string;
  /** One and many, for `Deleted 2 charts`. */
  noun: readonly [one: string, many: string];
  /** Permissions that `_info` may list; those the caller holds are answered. */
  permissions: string[];
  /** Other verbs than can_read and can_write (the security resources have one per method). */
  verbs?: { list: string; info: string; create: string; update: string; delete: string };
  listColumns: string[];
  showColumns: string[];
  /** What items show besides, where they have it. */
  shownWhenPresent?: string[];
  /** What an item tells instead when the query parameters of its address ask for more. */
  tellMore?(shown: Record<string, unknown>, id: number, act: ResourceAct, flags: Flags): Promise<object>;
  /** Filters of the list below each thing, which has no `_info` of its own: they are told beside those above. */
  filtersBelow?: Filters;
  ownership?: Ownership;
  related?: Record<string, RelatedSource>;
  distinct?: string[];
  /** Its rows carry a version: items answer an `ETag`, updates honour `If-Match`. */
  versioned?: boolean;
  /** Class under which favourites are kept. */
  favorites?: string;
  /** The item answer holds nothing but `result`. */
  bareItem?: boolean;
  /** Finds the id behind the last part of an item's address, when it may be more than a number. */
  locate?(key: string, act: Act): Promise<number | undefined>;
  /** Finds it where the way to it decides who may see it; rejects with 403 or 404. */
  open?(key: string, act: Act): Promise<number>;
  /** Rows of a page, in the order of the ids. */
  list(ids: number[], act: ResourceAct): Promise<Row[]>;
  show(id: number, act: ResourceAct): Promise<Item>;
  create?: Writing<[ResourceAct], Written & { id: number }>;
  update?: Writing<[number, ResourceAct, UpdateCall], Written>;
  /** Answers of update carry no `id`. */
  bareUpdate?: boolean;
  /** Removes things that are seen and owned; may refuse. */
  remove?(ids: number[], act: ResourceAct): Promise<void>;
  noBulkDelete?: boolean;
  /** Deleting one answers as deleting many does. */
  countsDeleted?: boolean;
}

/** A thing with calls of its own: all that is listed but what stands below something else. */
export interface Resource<Row extends object = object, Item extends object = object>
  extends Listed<Row, Item> {
  api: StandardCalls;
}
