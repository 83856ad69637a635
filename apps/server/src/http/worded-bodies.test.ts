import {
  accountApi,
  annotationApi,
  cssTemplateApi,
  reportApi,
  rowRuleApi,
  savedQueryApi,
  sqlLabApi,
  themeApi,
} from '@chartroom/model';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { reasonsByField } from './validation.ts';

function reasons(schema: z.ZodType, body: object) {
  const read = schema.safeParse(body);
  return read.success ? {} : reasonsByField(read.error, body);
}

const REPORT = { type: 'Alert', name: 'a', crontab: '0 9 * * *' };

it('says of a number whether it has to be a whole one', () => {
  expect(reasons(savedQueryApi.create.body, { db_id: 'x' })).toEqual({ db_id: ['Not a valid integer.'] });
  expect(reasons(savedQueryApi.create.body, { db_id: 1.5 })).toEqual({ db_id: ['Not a valid integer.'] });
  expect(
    reasons(rowRuleApi.create.body, {
      name: 'a',
      filter_type: 'Base',
      tables: ['x'],
      roles: [],
      clause: '1=1',
    }),
  ).toEqual({
    tables: { 0: ['Not a valid integer.'] },
  });
  expect(reasons(reportApi.create.body, { ...REPORT, validator_config_json: { threshold: 'x' } })).toEqual({
    validator_config_json: { threshold: ['Not a valid number.'] },
  });
});

it('refuses a thing of named members as a whole', () => {
  expect(
    reasons(reportApi.create.body, { ...REPORT, validator_config_json: 'x', recipients: ['y'], extra: 'z' }),
  ).toEqual({
    validator_config_json: { _schema: ['Invalid input type.'] },
    recipients: { 0: { _schema: ['Invalid input type.'] } },
    extra: ['Not a valid mapping type.'],
  });
});

it('tells the length that a column holds', () => {
  expect(reasons(cssTemplateApi.create.body, { template_name: 'x'.repeat(251) })).toEqual({
    template_name: ['Longer than maximum length 250.'],
  });
  expect(reasons(savedQueryApi.create.body, { label: 'x'.repeat(257), schema: 'x'.repeat(129) })).toEqual({
    label: ['Longer than maximum length 256.'],
    schema: ['Longer than maximum length 128.'],
  });
});

it('tells bounds that have no words of their own', () => {
  const body = { database_id: 1, sql: 'x', client_id: 'x'.repeat(12) };
  expect(reasons(sqlLabApi.execute.body, body)).toEqual({ client_id: ['Longer than maximum length 11.'] });
  expect(reasons(accountApi.makeApiKey.body, { name: 'x', days: 0 })).toEqual({
    days: ['Must be greater than or equal to 1.'],
  });
  const many = { name: 'x'.repeat(101), days: 9_999 };
  expect(reasons(accountApi.makeApiKey.body, many)).toEqual({
    name: ['Length must be between 1 and 100.'],
    days: ['Must be less than or equal to 3650.'],
  });
});

it('tells what a theme may not be', () => {
  const theme = { theme_name: 'a', json_data: '{}' };
  expect(reasons(themeApi.create.body, theme)).toEqual({});
  expect(reasons(themeApi.create.body, { ...theme, theme_name: ' ' })).toEqual({
    theme_name: ['Theme name cannot be empty.'],
  });
  for (const json_data of ['', '{', 'nothing']) {
    expect(reasons(themeApi.create.body, { ...theme, json_data })).toEqual({
      json_data: ['Invalid JSON configuration'],
    });
  }
  expect(reasons(themeApi.create.body, { ...theme, json_data: '[]' })).toEqual({
    json_data: ['Invalid theme configuration structure'],
  });
});

it('tells what is no moment', () => {
  const body = { short_descr: 'a', start_dttm: 5, end_dttm: 'x' };
  expect(reasons(annotationApi.create.body, body)).toEqual({
    start_dttm: ['Not a valid datetime.'],
    end_dttm: ['Not a valid datetime.'],
  });
});

it('tells the bounds of a schedule', () => {
  expect(
    reasons(reportApi.create.body, { ...REPORT, log_retention: 0, grace_period: 0, working_timeout: -1 }),
  ).toEqual({
    log_retention: ['Value must be greater than 0'],
    grace_period: ['Value must be greater than 0'],
    working_timeout: ['Value must be greater than 0'],
  });
  expect(reasons(reportApi.update.body, { log_retention: -1 })).toEqual({
    log_retention: ['Value must be 0 or greater'],
  });
  expect(reasons(reportApi.create.body, { ...REPORT, crontab: '' })).toEqual({
    crontab: ['Cron expression is not valid', 'Length must be between 1 and 1000.'],
  });
});
