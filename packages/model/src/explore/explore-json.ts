import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { rowsAlone, sqlResult, wholeResult } from '../chart/chart-data.ts';
import { jobEvent } from '../events/job-event.ts';

/** What stands around the data of a chart. */
const around = {
  errors: z.tuple([]),
  form_data: z.record(z.string(), z.unknown()),
  status: z.literal('success'),
  stacktrace: z.null(),
};

/** A chart of which a map of maps is made. */
const layer = z.strictObject({
  slice_id: z.number(),
  slice_name: z.string(),
  description: z.string().nullable(),
  slice_url: z.string(),
  form_data: z.record(z.string(), z.unknown()),
  changed_on: z.string(),
});

/** A chart as its kind draws it. */
const drawn = z.strictObject({
  ...wholeResult.omit({ data: true }).shape,
  /** In the shape of the kind. */
  data: z.unknown(),
  ...around,
});

const answer = z.union([
  drawn,
  /** A map of maps: the charts it is made of, each to be asked by its own form data. */
  z.strictObject({
    data: z.strictObject({
      features: z.strictObject({}),
      mapboxApiKey: z.literal(''),
      slices: z.array(layer),
    }),
    ...around,
  }),
  /** With `query=true`. */
  sqlResult,
  /** With `samples=true` or `results=true`. */
  rowsAlone.omit({ sql_rowcount: true }),
]);
export type ExploreJsonAnswer = z.input<typeof answer>;

const flag = z.enum(['true', 'false']);
const asked = {
  /** JSON, over the form data of the body. */
  query: z
    .object({ form_data: z.string(), force: flag, csv: flag, query: flag, results: flag, samples: flag })
    .partial(),
  answer,
  otherwise: 'file',
  later: jobEvent,
} as const;
const PLAIN = '/superset/explore_json/';
const OF_DATASET = '/superset/explore_json/:type/:pk/';

/** The older way to ask for a chart: by its form data (contract/api.md §2.19, contract/charts.md §1.12). */
export const exploreJsonApi = {
  get: endpoint({ method: 'GET', path: PLAIN, ...asked }),
  ask: endpoint({ method: 'POST', path: PLAIN, ...asked }),
  /** Of this dataset, whatever the form data names. */
  getOf: endpoint({ method: 'GET', path: OF_DATASET, ...asked }),
  askOf: endpoint({ method: 'POST', path: OF_DATASET, ...asked }),
  /** What a job has answered. */
  replay: endpoint({ method: 'GET', path: '/superset/explore_json/data/:cache_key', answer: drawn }),
};
