import { expect } from 'vitest';
import type { RecordsKind } from '../records/records-kind.ts';
import { type Answer, openTestApp, type PersonName, type TestApp } from './test-app.ts';
import { member, memberId } from './things.ts';

export const TOTAL = { expressionType: 'SQL', sqlExpression: 'SUM(v)', label: 'total' };
export const COUNT = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'n' };

/** Two days of two groups; a third row of the second day has another group's value doubled. */
const SQL = `SELECT * FROM (VALUES
  (TIMESTAMP '2024-01-01', 'a', 'DE', 'x', 1, 13.4, 52.5, '52.5,13.4', 'u33d', '[[1,2],[3,4]]', '_p~iF~ps|U_ulLnnqC'),
  (TIMESTAMP '2024-01-02', 'a', 'DE', 'y', 3, 13.4, 52.5, '52.5,13.4', 'u33d', '[[1,2],[3,4]]', '_p~iF~ps|U_ulLnnqC'),
  (TIMESTAMP '2024-01-02', 'b, c', 'ZZ', 'x', 5, 2.3, 48.9, '48.9,2.3', 'u09t', '[[5,6]]', '_p~iF~ps|U_ulLnnqC')
) t("at", g, country, h, v, lon, lat, place, hash, shape, line)`;

/** An installation with a dataset of which charts ask data that the server shapes. */
export interface ShapedHouse {
  house: TestApp;
  dataset: number;
  ask(form: object, flags?: string, who?: PersonName): Promise<Answer>;
  /** What a chart is answered. */
  dataOf(form: object): Promise<unknown>;
}

/** Opens an installation whose dataset has series, countries and places. */
export async function openShapedHouse(kind: RecordsKind): Promise<ShapedHouse> {
  const house = await openTestApp(kind);
  const body = { database: house.uploads, table_name: 'shaped', sql: SQL };
  const dataset = memberId((await house.as('admin', 'POST', '/api/v1/dataset/', { body })).body);
  const ask: ShapedHouse['ask'] = (form, flags = '', who = 'admin') => {
    const form_data = { datasource: `${dataset}__table`, time_range: 'No filter', ...form };
    return house.as(who, 'POST', `/superset/explore_json/${flags}`, {
      body: { form_data: JSON.stringify(form_data) },
    });
  };
  return {
    house,
    dataset,
    ask,
    dataOf: async (form) => {
      const answer = await ask(form);
      expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"status":"success"')]);
      return member(answer.body, 'data');
    },
  };
}
