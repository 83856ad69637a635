import { z } from 'zod';
import { parseCron } from '../cron.ts';
import { ids, text } from '../fields.ts';

const schedule = z
  .string()
  .refine((value) => parseCron(value) !== undefined, 'Cron expression is not valid')
  .refine((value) => value.length >= 1 && value.length <= 1000, 'Length must be between 1 and 1000.');

const timeZone = z.string().refine(isTimeZone, 'Not a time zone that is known, such as Europe/Berlin.');

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    // The only way to ask: an unknown name is refused.
    return false;
  }
}

const recipient = z.strictObject({
  type: z.enum(['Email', 'Slack', 'SlackV2']),
  recipient_config_json: z
    .strictObject({
      target: z.string().optional(),
      ccTarget: z.string().nullish(),
      bccTarget: z.string().nullish(),
    })
    .optional(),
});

const validator = z.strictObject({
  op: z.enum(['<', '<=', '>', '>=', '==', '!=']).optional(),
  threshold: z.number('Not a valid number.').optional(),
});

const positive = z.int().refine((value) => value >= 1, 'Value must be greater than 0');

const optional = {
  description: z.string().nullish(),
  email_subject: z.string().nullish(),
  context_markdown: z.string().nullish(),
  active: z.boolean().optional(),
  timezone: timeZone.optional(),
  sql: z.string().nullish(),
  chart: z.int().nullish(),
  dashboard: z.int().nullish(),
  database: z.int().nullish(),
  creation_method: z.enum(['charts', 'dashboards', 'alerts_reports']).nullish(),
  owners: ids.optional(),
  validator_type: z.enum(['not null', 'operator']).nullish(),
  validator_config_json: validator.optional(),
  grace_period: positive.optional(),
  working_timeout: positive.optional(),
  recipients: z.array(recipient).optional(),
  report_format: z.enum(['PDF', 'PNG', 'CSV', 'TEXT']).optional(),
  extra: z.record(z.string(), z.json()).optional(),
  force_screenshot: z.boolean().optional(),
  custom_width: z.int().nullish(),
};

/** `POST /report/` (contract/api.md §2.9). */
export const reportPostSchema = z
  .strictObject({
    ...optional,
    type: z.enum(['Alert', 'Report']),
    name: text(1, 150),
    crontab: schedule,
    log_retention: positive.optional(),
    selected_tabs: ids.nullish(),
  })
  .refine(({ type, database }) => type === 'Alert' || database === undefined || database === null, {
    path: ['database'],
    message: 'Database reference is not allowed on a report',
  });
export type ReportPost = z.infer<typeof reportPostSchema>;

/** `PUT /report/{id}`: everything may be left out; logs may be kept for no day at all. */
export const reportPutSchema = z.strictObject({
  ...optional,
  type: z.enum(['Alert', 'Report']).optional(),
  name: text(1, 150).optional(),
  crontab: schedule.optional(),
  log_retention: z
    .int()
    .refine((value) => value >= 0, 'Value must be 0 or greater')
    .optional(),
});
export type ReportPut = z.infer<typeof reportPutSchema>;
