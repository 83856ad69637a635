import { z } from 'zod';
import { flag, texts, whole } from './setting-kinds.ts';

/** Settings of alerts and reports (contract/api.md §6). */
export const REPORT_SETTINGS = {
  /** Runs alerts and reports; without it they are kept as records only. */
  ALERT_REPORTS: flag.default(false),
  /** Alerts bring what reports bring; without it their mails hold text and a link. */
  ALERTS_ATTACH_REPORTS: flag.default(true),
  /** Seconds that two runs of an alert, of a report, have to be apart; less than 120 = any. */
  ALERT_MINIMUM_INTERVAL: whole(0).default(0),
  REPORT_MINIMUM_INTERVAL: whole(0).default(0),
  /** Days that the log of an alert or report is kept. */
  ALERT_REPORTS_DEFAULT_RETENTION: whole(1).default(90),
  /** Seconds until a run of an alert or report is given up. */
  ALERT_REPORTS_DEFAULT_WORKING_TIMEOUT: whole(1).default(3_600),
  ALERT_REPORTS_MIN_CUSTOM_SCREENSHOT_WIDTH: whole(1).default(600),
  ALERT_REPORTS_MAX_CUSTOM_SCREENSHOT_WIDTH: whole(1).default(2_400),
  /** As whom they are run: the first of these that there is. What is none of the words is a user name. */
  ALERT_REPORTS_EXECUTORS: texts(z.string().min(1)).default(['owner']),
  /** Writes to the log what would be sent, and sends nothing. */
  ALERT_REPORTS_NOTIFICATION_DRY_RUN: flag.default(false),
  /** How often the query of an alert is tried in one run. */
  ALERT_REPORTS_QUERY_EXECUTION_MAX_TRIES: whole(1).max(10).default(1),
  EMAIL_REPORTS_SUBJECT_PREFIX: z.string().max(100).default('[Report] '),
  /** Reads `%Y-%m-%d` and the like in the subjects of mails. */
  DATE_FORMAT_IN_EMAIL_SUBJECT: flag.default(false),
  /** Words of the link in mails. */
  EMAIL_REPORTS_CTA: z.string().min(1).max(100).default('Explore in Chartroom'),
  /** Signs what is sent to webhooks; without it there are none. */
  ALERT_REPORTS_WEBHOOK_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  /** Token of the Slack app that messages come from; without it there is no Slack. */
  SLACK_API_TOKEN: z.string().min(1).optional(),
  /** Where Slack's web API is reached: through a relay, or a Slack for governments. */
  SLACK_API_URL: z.url({ protocol: /^https?$/ }).default('https://slack.com/api/'),
  /** Seconds that the list of Slack's channels is kept. */
  SLACK_CACHE_TIMEOUT: whole(0).default(86_400),
  /** Offers Slack recipients by the ids of their channels. */
  ALERT_REPORT_SLACK_V2: flag.default(false),
} as const;

/** What does not fit together, by setting. */
export function reportProblems(settings: {
  ALERT_REPORTS: boolean;
  BASE_URL?: string | undefined;
}): { setting: 'BASE_URL'; problem: string }[] {
  if (!settings.ALERT_REPORTS || settings.BASE_URL !== undefined) return [];
  return [{ setting: 'BASE_URL', problem: 'is needed with ALERT_REPORTS: reports hold links' }];
}

/** By what alerts and reports may go out here (contract/api.md §6). */
export function notificationMethods(settings: {
  SLACK_API_TOKEN?: string | undefined;
  ALERT_REPORT_SLACK_V2: boolean;
  ALERT_REPORTS_WEBHOOK_SECRET?: string | undefined;
}): string[] {
  const slack = settings.ALERT_REPORT_SLACK_V2 ? ['SlackV2'] : ['Slack', 'SlackV2'];
  return [
    'Email',
    ...(settings.SLACK_API_TOKEN === undefined ? [] : slack),
    ...(settings.ALERT_REPORTS_WEBHOOK_SECRET === undefined ? [] : ['Webhook']),
    'Teams',
  ];
}
