import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** What lists, items and changes answer around the thing itself (contract/api.md §1.4). */

const scalar = z.union([z.string(), z.number(), z.boolean()]);

/** The parts of an answer that `keys` may ask for; `none` leaves all of them out. */
const keysOf = <K extends string>(...names: K[]) => z.array(z.enum([...names, 'none'])).optional();

/** `q` of lists (contract/api.md §1.5, §1.6). */
export const listQuerySchema = z.object({
  filters: z
    .array(
      z.object({
        col: z.string(),
        opr: z.string(),
        value: z.union([scalar, z.array(z.union([scalar, z.null()]))]),
      }),
    )
    .optional(),
  order_column: z.string().optional(),
  order_direction: z.enum(['asc', 'desc']).optional(),
  page: z.number().int().optional(),
  page_size: z.number().int().optional(),
  columns: z.array(z.string()).optional(),
  select_columns: z.array(z.string()).optional(),
  keys: keysOf('list_columns', 'order_columns', 'label_columns', 'description_columns', 'list_title'),
});
export type ListQuery = z.infer<typeof listQuerySchema>;

/** `q` of items. */
export const itemQuerySchema = z.object({
  columns: z.array(z.string()).optional(),
  select_columns: z.array(z.string()).optional(),
  keys: keysOf('show_columns', 'description_columns', 'label_columns', 'show_title'),
});

/** `q` of `_info`. */
export const infoQuerySchema = z.object({
  keys: keysOf('add_columns', 'edit_columns', 'filters', 'permissions', 'add_title', 'edit_title'),
  add_columns: z.record(z.string(), z.unknown()).optional(),
  edit_columns: z.record(z.string(), z.unknown()).optional(),
});

/** `q` of the values that a column offers. */
export const relatedQuerySchema = z.object({
  page: z.number().int().optional(),
  page_size: z.number().int().optional(),
  filter: z.string().optional(),
  include_ids: z.array(z.number().int()).optional(),
});

/** `q` of calls about several things. */
export const idsSchema = z.array(z.number().int());

const labels = z.record(z.string(), z.string());

/** A page of rows and what describes them. A question that names columns is answered with those members alone. */
export function listAnswerOf<Row extends z.ZodType>(row: Row) {
  return z.strictObject({
    count: z.number(),
    ids: z.array(z.number()),
    list_columns: z.array(z.string()).optional(),
    order_columns: z.array(z.string()).optional(),
    label_columns: labels.optional(),
    description_columns: labels.optional(),
    list_title: z.string().optional(),
    result: z.array(row),
  });
}

/** An item and what describes it. */
export function itemAnswerOf<Item extends z.ZodType>(item: Item) {
  return z.strictObject({
    id: z.number(),
    show_columns: z.array(z.string()).optional(),
    label_columns: labels.optional(),
    description_columns: labels.optional(),
    show_title: z.string().optional(),
    result: item,
  });
}

export const messageAnswer = z.strictObject({ message: z.string() });

const fieldInfo = z.strictObject({
  name: z.string(),
  label: z.string(),
  description: z.string(),
  type: z.string(),
  required: z.boolean(),
  unique: z.boolean(),
  validate: z.array(z.string()),
});

/** What may be asked and written of a resource. */
export const infoAnswer = z.strictObject({
  permissions: z.array(z.string()).optional(),
  filters: z
    .record(z.string(), z.array(z.strictObject({ name: z.string(), operator: z.string() })))
    .optional(),
  add_columns: z.array(fieldInfo).optional(),
  edit_columns: z.array(fieldInfo).optional(),
  add_title: z.string().optional(),
  edit_title: z.string().optional(),
});

/** Values that a filter or a form offers. */
export const relatedAnswer = z.strictObject({
  count: z.number(),
  result: z.array(
    z.strictObject({
      text: z.string(),
      value: z.union([z.number(), z.string()]),
      extra: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
});

export const favoriteStatusAnswer = z.strictObject({
  result: z.array(z.strictObject({ id: z.number(), value: z.boolean() })),
});

/** What makes the standard calls of a resource (contract/api.md §1.4). */
interface ResourceShape<Path extends string, Row, Item, Post, Put, Shown, Made, Changed> {
  /** Below `/api/v1/`, e.g. `chart`, `security/users`. */
  path: Path;
  /** A row of the list: its members, and those one level below, are the columns that lists answer, in this order. */
  row: Row;
  /** The item; its members are the columns that it answers. */
  item: Item;
  /** Bodies that make and change one. */
  post: Post;
  put: Put;
  /** What showing, making and changing one answer. */
  shown: Shown;
  made: Made;
  changed: Changed;
}

const done = z.strictObject({ result: z.literal('OK') });

/** The standard calls of a resource. */
export function resourceApi<
  const Path extends string,
  Row extends z.ZodObject,
  Item extends z.ZodObject,
  Post extends z.ZodType,
  Put extends z.ZodType,
  Shown extends z.ZodType,
  Made extends z.ZodType,
  Changed extends z.ZodType,
>({
  path,
  row,
  item,
  post,
  put,
  shown,
  made,
  changed,
}: ResourceShape<Path, Row, Item, Post, Put, Shown, Made, Changed>) {
  const base = `/api/v1/${path}` as const;
  return {
    row,
    item,
    list: endpoint({ method: 'GET', path: `${base}/`, q: listQuerySchema, answer: listAnswerOf(row) }),
    info: endpoint({ method: 'GET', path: `${base}/_info`, q: infoQuerySchema, answer: infoAnswer }),
    show: endpoint({ method: 'GET', path: `${base}/:pk`, q: itemQuerySchema, answer: shown }),
    related: endpoint({
      method: 'GET',
      path: `${base}/related/:column`,
      q: relatedQuerySchema,
      answer: relatedAnswer,
    }),
    distinct: endpoint({
      method: 'GET',
      path: `${base}/distinct/:column`,
      q: relatedQuerySchema,
      answer: relatedAnswer,
    }),
    create: endpoint({
      method: 'POST',
      path: `${base}/`,
      body: post,
      answer: made,
      status: 201,
    }),
    update: endpoint({ method: 'PUT', path: `${base}/:pk`, body: put, answer: changed }),
    remove: endpoint({ method: 'DELETE', path: `${base}/:pk`, answer: messageAnswer }),
    removeMany: endpoint({ method: 'DELETE', path: `${base}/`, q: idsSchema, answer: messageAnswer }),
    favoriteStatus: endpoint({
      method: 'GET',
      path: `${base}/favorite_status/`,
      q: idsSchema,
      answer: favoriteStatusAnswer,
    }),
    addFavorite: endpoint({ method: 'POST', path: `${base}/:pk/favorites/`, answer: done }),
    removeFavorite: endpoint({ method: 'DELETE', path: `${base}/:pk/favorites/`, answer: done }),
  };
}

/** What making and changing one answer: its id, and what was written. */
export function madeAnswerOf<Result extends z.ZodType>(result: Result) {
  return z.strictObject({ id: z.number(), result });
}
export function changedAnswerOf<Result extends z.ZodType>(result: Result) {
  return z.strictObject({ id: z.number(), result });
}

/** The columns of a row or an item, those of its parts with a dot: `id`, `owners.first_name`; `whole` ones have no parts. */
export function columnsOf(schema: z.ZodObject, whole: readonly string[] = []): string[] {
  return Object.entries(schema.shape).flatMap(([name, member]) => {
    const below = whole.includes(name) ? undefined : objectBelow(member);
    return below ? Object.keys(below.shape).map((part) => `${name}.${part}`) : [name];
  });
}

/** The object that a member is, holds a list of, or is unless it is null. */
function objectBelow(member: unknown): z.ZodObject | undefined {
  if (member instanceof z.ZodObject) return member;
  if (member instanceof z.ZodNullable || member instanceof z.ZodOptional) return objectBelow(member.unwrap());
  return member instanceof z.ZodArray ? objectBelow(member.element) : undefined;
}
