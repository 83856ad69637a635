import type { Generated } from 'kysely';
import type { Audited, Flag } from './common-columns.ts';

/** Alerts and reports, their runs, and what goes to whom. */
export interface ReportTables {
  report_schedules: Audited & {
    type: string;
    name: string;
    description: string | null;
    context_markdown: string | null;
    email_subject: string | null;
    active: Flag;
    crontab: string;
    timezone: string;
    sql: string | null;
    chart_id: number | null;
    dashboard_id: number | null;
    database_id: number | null;
    creation_method: string;
    validator_type: string | null;
    validator_config_json: string;
    report_format: string;
    log_retention: number | null;
    grace_period: number;
    working_timeout: number;
    force_screenshot: Flag;
    custom_width: number | null;
    extra: string;
    last_eval_dttm: string | null;
    last_state: string;
    last_value: number | null;
    last_value_row_json: string | null;
    /** When it runs next; null = to be worked out. */
    next_dttm: string | null;
    snoozed_until: string | null;
    /** Somebody has taken note: nothing is sent until the condition has not held once. */
    acknowledged_dttm: string | null;
  };
  report_owners: { report_id: number; user_id: number };
  report_recipients: {
    id: Generated<number>;
    report_id: number;
    type: string;
    recipient_config_json: string;
  };
  report_logs: {
    id: Generated<number>;
    report_id: number;
    uuid: string;
    scheduled_dttm: string;
    start_dttm: string | null;
    end_dttm: string | null;
    value: number | null;
    value_row_json: string | null;
    state: string;
    error_message: string | null;
  };
  report_runs: {
    id: Generated<number>;
    report_id: number;
    uuid: string;
    scheduled_dttm: string;
    /** Runs before it that nobody was there for. */
    missed: number;
    /** Somebody asked for it. */
    asked: Flag;
    state: 'due' | 'ended';
    created_on: string;
  };
  /** What goes to whom, written before it is sent and marked afterwards; one row for a run's moment and a recipient. */
  report_deliveries: {
    id: Generated<number>;
    report_id: number;
    scheduled_dttm: string;
    recipient: string;
    state: 'waiting' | 'sending' | 'sent' | 'failed' | 'unknown';
    attempts: number;
    message: string | null;
    changed_on: string;
  };
  /** What a run sent: a row for each view of it. */
  report_messages: {
    id: Generated<number>;
    report_id: number;
    uuid: string;
    /** With whose rights it was made, and whether these are those of the executor. */
    viewer_id: number | null;
    is_executor: Flag;
    /** JSON list of names. */
    recipients: string;
    subject: string;
    html: string;
    picture_type: string | null;
    /** Compressed with gzip, in base64. */
    picture: string | null;
    created_on: string;
  };
  /** Who has asked not to get a report any more. */
  report_unsubscribed: { report_id: number; address: string };
}
