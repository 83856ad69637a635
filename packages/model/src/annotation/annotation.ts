import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import {
  changedAnswerOf,
  idsSchema,
  listAnswerOf,
  listQuerySchema,
  madeAnswerOf,
  messageAnswer,
} from '../api/envelopes.ts';
import { personWith } from '../api/people.ts';
import { jsonText, moment, text } from '../fields.ts';

const BASE = '/api/v1/annotation_layer/:pk/annotation';

const body = z.strictObject({
  short_descr: text(1, 500),
  long_descr: z.string().nullish(),
  start_dttm: moment,
  end_dttm: moment,
  json_metadata: jsonText.nullish(),
});
const layer = { layer: z.number() };

const signer = personWith('first_name', 'id').nullable();

const row = z.strictObject({
  id: z.number(),
  changed_by: signer,
  changed_on_delta_humanized: z.string(),
  created_by: signer,
  end_dttm: z.string(),
  long_descr: z.string().nullable(),
  short_descr: z.string(),
  start_dttm: z.string(),
});
export type AnnotationRow = z.infer<typeof row>;

const item = z.strictObject({
  id: z.number(),
  short_descr: z.string(),
  long_descr: z.string().nullable(),
  start_dttm: z.string(),
  end_dttm: z.string(),
  json_metadata: z.string().nullable(),
  layer: z.strictObject({ id: z.number(), name: z.string() }),
});

/** `/annotation_layer/{pk}/annotation/`: what is in a layer. */
export const annotationApi = {
  row,
  item,
  list: endpoint({ method: 'GET', path: `${BASE}/`, q: listQuerySchema, answer: listAnswerOf(row) }),
  show: endpoint({
    method: 'GET',
    path: `${BASE}/:annotation`,
    answer: z.strictObject({ id: z.number(), result: item }),
  }),
  create: endpoint({
    method: 'POST',
    path: `${BASE}/`,
    body,
    answer: madeAnswerOf(body.extend(layer)),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${BASE}/:annotation`,
    body: body.partial(),
    answer: changedAnswerOf(body.partial().extend(layer)),
  }),
  remove: endpoint({ method: 'DELETE', path: `${BASE}/:annotation`, answer: messageAnswer }),
  removeMany: endpoint({ method: 'DELETE', path: `${BASE}/`, q: idsSchema, answer: messageAnswer }),
};
