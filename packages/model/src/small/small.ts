import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { DATASOURCE_KINDS } from '../query-words.ts';

const scalar = z.union([z.string(), z.number()]);

/** What texts mean as values of an advanced type: what to filter by, and how it is shown. */
const conversion = z.strictObject({
  values: z.array(z.union([scalar, z.array(scalar), z.strictObject({ start: z.number(), end: z.number() })])),
  display_value: z.string(),
  error_message: z.string(),
  valid_filter_operators: z.array(z.string()),
});
export type AdvancedConversion = z.infer<typeof conversion>;

/** Small calls of contract/api.md §2.18. */
export const smallApi = {
  advancedTypes: endpoint({
    method: 'GET',
    path: '/api/v1/advanced_data_type/types',
    answer: z.strictObject({ result: z.array(z.string()) }),
  }),
  convertAdvanced: endpoint({
    method: 'GET',
    path: '/api/v1/advanced_data_type/convert',
    q: z.object({ type: z.string(), values: z.array(scalar) }),
    answer: z.strictObject({ result: conversion }),
  }),
  /** Addresses under which the installation answers besides. */
  domains: endpoint({
    method: 'GET',
    path: '/api/v1/available_domains/',
    answer: z.strictObject({ result: z.strictObject({ domains: z.array(z.string()).nullable() }) }),
  }),
  /** Forgets kept answers of datasets, by id (`12__table`) or by where their tables are. */
  forgetAnswers: endpoint({
    method: 'POST',
    path: '/api/v1/cachekey/invalidate',
    body: z.strictObject({
      datasource_uids: z.array(z.string()).default([]),
      datasources: z
        .array(
          z.object({
            database_name: z.string(),
            datasource_name: z.string(),
            catalog: z.string().nullish(),
            schema: z.string().nullish(),
            datasource_type: z.enum(DATASOURCE_KINDS),
          }),
        )
        .default([]),
    }),
    answer: z.strictObject({}),
    status: 201,
  }),
};
