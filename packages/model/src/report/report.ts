import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import {
  changedAnswerOf,
  itemAnswerOf,
  listAnswerOf,
  listQuerySchema,
  madeAnswerOf,
  resourceApi,
} from '../api/envelopes.ts';
import { personWith } from '../api/people.ts';
import { parseCron } from '../cron.ts';
import { dataMasksSchema } from '../dashboard/filters.ts';
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
  // Clients know the message of the reference, which has neither webhooks nor Teams.
  type: z.enum(['Email', 'Slack', 'SlackV2', 'Webhook', 'Teams'], 'Must be one of: Email, Slack, SlackV2.'),
  recipient_config_json: z
    .strictObject({
      target: z.string().optional(),
      ccTarget: z.string().nullish(),
      bccTarget: z.string().nullish(),
      /** Filters of the dashboard that act for these recipients, beyond those of the report or in their place. */
      dataMask: dataMasksSchema.nullish(),
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
  // As of recipients: the reference has no workbooks.
  report_format: z
    .enum(['PDF', 'PNG', 'CSV', 'TEXT', 'XLSX'], 'Must be one of: PDF, PNG, CSV, TEXT.')
    .optional(),
  extra: z.record(z.string(), z.json()).optional(),
  force_screenshot: z.boolean().optional(),
  custom_width: z.int().nullish(),
};

/** Makes an alert or a report. */
const reportPost = z
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
export type ReportPost = z.infer<typeof reportPost>;

/** Changes one: everything may be left out; logs may be kept for no day at all. */
const reportPut = z.strictObject({
  ...optional,
  type: z.enum(['Alert', 'Report']).optional(),
  name: text(1, 150).optional(),
  crontab: schedule.optional(),
  log_retention: z
    .int()
    .refine((value) => value >= 0, 'Value must be 0 or greater')
    .optional(),
});
export type ReportPut = z.infer<typeof reportPut>;

const signer = personWith('first_name', 'last_name').nullable();
const owner = personWith('first_name', 'id', 'last_name');

/** An alert or a report in lists. */
const reportRow = z.strictObject({
  active: z.boolean(),
  changed_by: signer,
  changed_on: z.string(),
  changed_on_delta_humanized: z.string(),
  chart_id: z.number().nullable(),
  created_by: signer,
  created_on: z.string(),
  creation_method: z.string(),
  crontab: z.string(),
  crontab_humanized: z.string(),
  dashboard_id: z.number().nullable(),
  description: z.string().nullable(),
  extra: z.record(z.string(), z.unknown()),
  id: z.number(),
  last_eval_dttm: z.string().nullable(),
  last_state: z.string(),
  name: z.string(),
  owners: z.array(owner),
  recipients: z.array(z.strictObject({ id: z.number(), type: z.string() })),
  timezone: z.string(),
  type: z.string(),
});
export type ReportRow = z.infer<typeof reportRow>;

/** An alert or a report with all that is stored of it; what ends in `_json` is JSON as text. */
const reportItem = z.strictObject({
  id: z.number(),
  active: z.boolean(),
  chart: z
    .strictObject({ id: z.number(), slice_name: z.string().nullable(), viz_type: z.string().nullable() })
    .nullable(),
  context_markdown: z.string().nullable(),
  creation_method: z.string(),
  crontab: z.string(),
  custom_width: z.number().nullable(),
  dashboard: z.strictObject({ dashboard_title: z.string().nullable(), id: z.number() }).nullable(),
  database: z.strictObject({ database_name: z.string().nullable(), id: z.number() }).nullable(),
  description: z.string().nullable(),
  email_subject: z.string().nullable(),
  extra: z.record(z.string(), z.unknown()),
  force_screenshot: z.boolean(),
  grace_period: z.number(),
  last_eval_dttm: z.string().nullable(),
  last_state: z.string(),
  last_value: z.number().nullable(),
  last_value_row_json: z.string().nullable(),
  log_retention: z.number().nullable(),
  name: z.string(),
  owners: z.array(owner),
  recipients: z.array(
    z.strictObject({ id: z.number(), recipient_config_json: z.string(), type: z.string() }),
  ),
  report_format: z.string(),
  sql: z.string().nullable(),
  timezone: z.string(),
  type: z.string(),
  validator_config_json: z.string(),
  validator_type: z.string().nullable(),
  working_timeout: z.number(),
});
export type ReportItem = z.infer<typeof reportItem>;

/** A run of an alert or a report. */
const reportLog = z.strictObject({
  id: z.number(),
  scheduled_dttm: z.string(),
  end_dttm: z.string().nullable(),
  start_dttm: z.string().nullable(),
  value: z.number().nullable(),
  value_row_json: z.string().nullable(),
  state: z.string(),
  error_message: z.string().nullable(),
  uuid: z.string(),
});
export type ReportLog = z.infer<typeof reportLog>;

/** What one recipient of an alert or report would get. */
const reportPreview = z.strictObject({
  type: z.string(),
  recipient: z.string(),
  /** User name of whose rights and row rules it is made with; null when it would not be sent. */
  rendered_as: z.string().nullable(),
  /** Why it would not be sent, or what is missing in it. */
  notes: z.array(z.string()),
  /** Null when it would not be sent, or shows what the caller may not see. */
  content: z
    .strictObject({
      subject: z.string(),
      text: z.string(),
      html: z.string(),
      files: z.array(z.strictObject({ name: z.string(), type: z.string(), bytes: z.number() })),
    })
    .nullable(),
});
export type ReportPreview = z.infer<typeof reportPreview>;

/** What a run sent to some recipients. */
const sentMessage = z.strictObject({
  id: z.number(),
  /** Names of the recipients. */
  recipients: z.array(z.string()),
  /** User name of whose rights and row rules it was made with. */
  rendered_as: z.string().nullable(),
  /** Null when it shows what the caller may not see. */
  content: z
    .strictObject({
      subject: z.string(),
      html: z.string(),
      /** The picture that came with it, as an address of its bytes; null where there was none or it was too large to be kept. */
      picture: z.string().nullable(),
    })
    .nullable(),
});
export type SentMessage = z.infer<typeof sentMessage>;

/** Whether the condition of an alert holds now; null for reports. */
const alertState = z
  .strictObject({ triggered: z.boolean(), value: z.string().nullable(), error: z.string().nullable() })
  .nullable();

/** The number of a chart that an alert is to look at: of a metric by its name, else the first; of the rows that some filters leave. */
const alertQuestionWanted = z.strictObject({
  chart: z.int(),
  metric: z.string().max(1000).nullish(),
  /** Conditions as questions have them. */
  filters: z.array(z.record(z.string(), z.json())).max(50).default([]),
});
export type AlertQuestionWanted = z.output<typeof alertQuestionWanted>;

/** An alert's query that gives one number of a chart. */
const alertQuestionAnswer = z.strictObject({
  database: z.number(),
  sql: z.string(),
  metric: z.string(),
  /** What is different from the chart, in sentences. */
  notes: z.array(z.string()),
});
export type AlertQuestion = z.infer<typeof alertQuestionAnswer>;

/** Which of Slack's channels are wanted: those whose names or ids hold a text, or are one of several with commas between. */
const slackQuery = z
  .object({
    search_string: z.string().nullish(),
    types: z.array(z.enum(['public_channel', 'private_channel'])).nullish(),
    exact_match: z.boolean().nullish(),
    /** Asks Slack again, whatever is kept. */
    force: z.boolean().nullish(),
  })
  .optional();
export type SlackQuery = NonNullable<z.infer<typeof slackQuery>>;

/** A channel of Slack. */
const slackChannel = z.strictObject({
  id: z.string(),
  name: z.string(),
  is_member: z.boolean(),
  is_private: z.boolean(),
});
export type SlackChannel = z.infer<typeof slackChannel>;

const LOGS = '/api/v1/report/:pk/log';

/** `/report/` and the log of each run (contract/api.md §2.9). */
export const reportApi = {
  ...resourceApi({
    path: 'report',
    row: reportRow,
    item: reportItem,
    post: reportPost,
    put: reportPut,
    shown: itemAnswerOf(reportItem),
    made: madeAnswerOf(reportPost),
    changed: changedAnswerOf(reportPut),
  }),
  /** Refused where Slack is not set up, and while it does not answer. */
  slackChannels: endpoint({
    method: 'GET',
    path: '/api/v1/report/slack_channels/',
    q: slackQuery,
    answer: z.strictObject({ result: z.array(slackChannel) }),
  }),
  /** The query of an alert on a chart. */
  alertQuestion: endpoint({
    method: 'POST',
    path: '/api/v1/report/alert_question/',
    body: alertQuestionWanted,
    answer: z.strictObject({ result: alertQuestionAnswer }),
  }),
  /** Begins a run now; `uuid` names it in the log. */
  execute: endpoint({
    method: 'POST',
    path: '/api/v1/report/:pk/execute',
    status: 202,
    answer: z.strictObject({ result: z.strictObject({ uuid: z.string() }) }),
  }),
  /** What each recipient would get; nothing is sent. */
  preview: endpoint({
    method: 'POST',
    path: '/api/v1/report/:pk/preview',
    answer: z.strictObject({
      result: z.strictObject({ alert: alertState, recipients: z.array(reportPreview) }),
    }),
  }),
  /** Pages that links in mails lead to: they say what a link does, and do it. */
  link: endpoint({ method: 'GET', path: '/report/link/:token', answer: 'page' }),
  followLink: endpoint({ method: 'POST', path: '/report/link/:token', answer: 'page' }),
  log: reportLog,
  logs: endpoint({ method: 'GET', path: `${LOGS}/`, q: listQuerySchema, answer: listAnswerOf(reportLog) }),
  /** What a run sent, as far as it is kept: one entry for each view of it. */
  sent: endpoint({
    method: 'GET',
    path: `${LOGS}/:log/sent`,
    answer: z.strictObject({ result: z.array(sentMessage) }),
  }),
  /** The picture that a run sent, the first that the caller may see. */
  sentPicture: endpoint({ method: 'GET', path: `${LOGS}/:log/picture`, answer: 'file' }),
  showLog: endpoint({
    method: 'GET',
    path: `${LOGS}/:log`,
    answer: z.strictObject({ id: z.number(), result: reportLog }),
  }),
};
