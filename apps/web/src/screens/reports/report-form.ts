import { type DataMasks, dataMasksSchema, type ReportItem, type ReportPost } from '@chartroom/model';
import { TEXT_TYPES } from '../../shared/email-report/what-is-sent.ts';
import type { ReportKind } from './run-state.tsx';

/** How a message goes out, and to whom. */
export interface RecipientForm {
  type: string;
  target: string;
  ccTarget?: string | undefined;
  bccTarget?: string | undefined;
  /** Filters of the dashboard for these recipients. */
  dataMask?: DataMasks | undefined;
}

/** The fields of the dialog. */
export interface ReportForm {
  name: string;
  owners: number[];
  description: string;
  active: boolean;
  database: number | undefined;
  sql: string;
  /** A comparison, or that there is anything at all. */
  condition: string;
  threshold: number | undefined;
  content: 'dashboard' | 'chart';
  dashboard: number | undefined;
  chart: number | undefined;
  report_format: string;
  /** Id of the tab that is shown; none is the first. */
  tab: string | undefined;
  /** Values of the dashboard's filters beyond those that it begins with. */
  dataMask: DataMasks | undefined;
  custom_width: number | undefined;
  force_screenshot: boolean;
  crontab: string;
  timezone: string;
  log_retention: number;
  working_timeout: number;
  grace_period: number;
  email_subject: string;
  recipients: RecipientForm[];
}

export const COMPARISONS = ['<', '>', '<=', '>=', '==', '!='] as const;
const NOT_NULL = 'not null';

/** What triggers an alert (contract/ui.md H1). */
export const CONDITIONS = [
  { value: '<', label: '< (Smaller than)' },
  { value: '>', label: '> (Larger than)' },
  { value: '<=', label: '<= (Smaller or equal)' },
  { value: '>=', label: '>= (Larger or equal)' },
  { value: '==', label: '== (Is equal)' },
  { value: '!=', label: '!= (Is not equal)' },
  { value: NOT_NULL, label: 'Not null' },
] as const;

const FORMATS = ['PDF', 'PNG', 'CSV', 'XLSX', 'TEXT'] as const;
type ReportFormat = (typeof FORMATS)[number];

const FORMAT_LABELS: Readonly<Record<ReportFormat, string>> = {
  PDF: 'Send as PDF',
  PNG: 'Send as PNG',
  CSV: 'Send as CSV',
  XLSX: 'Send as Excel',
  TEXT: 'Send as text',
};

/** The formats in which a dashboard, or a chart of some type, can be sent. */
export function formatsOf(content: ReportForm['content'], vizType: string | undefined) {
  const chart: ReportFormat[] = ['PDF', 'PNG', 'CSV', 'XLSX'];
  if (vizType !== undefined && TEXT_TYPES.has(vizType)) chart.push('TEXT');
  const offered: ReportFormat[] = content === 'dashboard' ? ['PDF', 'PNG', 'XLSX'] : chart;
  return offered.map((value) => ({ value, label: FORMAT_LABELS[value] }));
}

/** What a new alert or report begins with (contract/ui.md H1). */
export function newForm(owner: number | undefined): ReportForm {
  return {
    name: '',
    owners: owner === undefined ? [] : [owner],
    description: '',
    active: true,
    database: undefined,
    sql: '',
    condition: '<',
    threshold: undefined,
    content: 'dashboard',
    dashboard: undefined,
    chart: undefined,
    report_format: 'PNG',
    tab: undefined,
    dataMask: undefined,
    custom_width: undefined,
    force_screenshot: false,
    crontab: '0 0 * * *',
    timezone: 'Africa/Abidjan',
    log_retention: 90,
    working_timeout: 3_600,
    grace_period: 14_400,
    email_subject: '',
    recipients: [{ type: 'Email', target: '' }],
  };
}

/** The fields of one that is stored. */
export function formOf(item: ReportItem): ReportForm {
  const { op, threshold } = objectIn(item.validator_config_json);
  const { anchor, dataMask } = objectOf(item.extra.dashboard);
  const texts = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    name: item.name,
    owners: item.owners.map(({ id }) => id),
    description: item.description ?? '',
    active: item.active,
    database: item.database?.id,
    sql: item.sql ?? '',
    condition: item.validator_type === NOT_NULL ? NOT_NULL : (texts(op) ?? '<'),
    threshold: typeof threshold === 'number' ? threshold : undefined,
    content: item.chart ? 'chart' : 'dashboard',
    dashboard: item.dashboard?.id,
    chart: item.chart?.id,
    report_format: item.report_format,
    tab: texts(anchor),
    dataMask: masksIn(dataMask),
    custom_width: item.custom_width ?? undefined,
    force_screenshot: item.force_screenshot,
    crontab: item.crontab,
    timezone: item.timezone,
    log_retention: item.log_retention ?? 0,
    working_timeout: item.working_timeout,
    grace_period: item.grace_period,
    email_subject: item.email_subject ?? '',
    recipients: item.recipients.map(({ type, recipient_config_json }) => {
      const { target, ccTarget, bccTarget, dataMask } = objectIn(recipient_config_json);
      return {
        type,
        target: texts(target) ?? '',
        ccTarget: texts(ccTarget),
        bccTarget: texts(bccTarget),
        dataMask: masksIn(dataMask),
      };
    }),
  };
}

type Recipients = NonNullable<ReportPost['recipients']>;
const RECIPIENT_TYPES = ['Email', 'Slack', 'SlackV2', 'Webhook', 'Teams'] as const;

/** What is sent to the server; `stored` is what was there before, of which nothing is lost that the dialog does not know. */
export function bodyOf(form: ReportForm, kind: ReportKind, stored: ReportItem | undefined): ReportPost {
  const isAlert = kind === 'Alert';
  const isPicture = form.report_format === 'PNG' || form.report_format === 'PDF';
  const op = COMPARISONS.find((each) => each === form.condition);
  const report_format = FORMATS.find((each) => each === form.report_format);
  return {
    type: kind,
    name: form.name.trim(),
    owners: form.owners,
    description: form.description.trim(),
    active: form.active,
    creation_method: 'alerts_reports',
    crontab: form.crontab.trim(),
    timezone: form.timezone,
    log_retention: form.log_retention,
    working_timeout: form.working_timeout,
    email_subject: form.email_subject.trim(),
    recipients: recipientsOf(form),
    ...(report_format && { report_format }),
    force_screenshot: isAlert && form.content === 'chart' ? true : form.force_screenshot,
    custom_width: isPicture ? (form.custom_width ?? null) : null,
    dashboard: form.content === 'dashboard' ? (form.dashboard ?? null) : null,
    chart: form.content === 'chart' ? (form.chart ?? null) : null,
    extra: extraOf(form, stored),
    ...(isAlert && {
      database: form.database ?? null,
      sql: form.sql,
      grace_period: form.grace_period,
      validator_type: op ? ('operator' as const) : ('not null' as const),
      validator_config_json: op ? { op, threshold: form.threshold ?? 0 } : {},
    }),
  };
}

function recipientsOf({ recipients, content }: ReportForm): Recipients {
  return recipients.flatMap(({ type: wanted, target, ccTarget, bccTarget, dataMask }) => {
    const type = RECIPIENT_TYPES.find((each) => each === wanted);
    if (!type) return [];
    const copies = type === 'Email' ? { ccTarget: ccTarget ?? '', bccTarget: bccTarget ?? '' } : {};
    const filters = content === 'dashboard' && dataMask ? { dataMask } : {};
    return [{ type, recipient_config_json: { target: target.trim(), ...copies, ...filters } }];
  });
}

/** The tab that was chosen beside everything else that is kept there. */
function extraOf(form: ReportForm, stored: ReportItem | undefined): NonNullable<ReportPost['extra']> {
  const kept: NonNullable<ReportPost['extra']> = JSON.parse(JSON.stringify(stored?.extra ?? {}));
  if (form.content !== 'dashboard') return {};
  const before = objectOf(kept.dashboard);
  const isSame = stored?.dashboard?.id === form.dashboard;
  const { anchor: _, dataMask: __, ...others } = isSame ? before : {};
  const own = {
    ...others,
    ...(form.tab !== undefined && { anchor: form.tab }),
    ...(form.dataMask !== undefined && { dataMask: form.dataMask }),
  };
  return { ...kept, dashboard: JSON.parse(JSON.stringify(own)) };
}

const ADDRESS = /^[A-Za-z0-9._%+-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}$/;

/** Addresses in a text, as they are parted there. */
export function addressesIn(text: string): string[] {
  return text.split(/[,;\s]+/).filter((part) => part !== '');
}

/** What of some mail addresses is none. */
export function wrongAddresses(text: string | undefined): string[] {
  return addressesIn(text ?? '').filter((each) => !ADDRESS.test(each));
}

/** What each section of the dialog still lacks. */
export interface Lacking {
  general: string[];
  condition: string[];
  contents: string[];
  schedule: string[];
  notification: string[];
}

/** What has to be filled in before it can be saved. */
export function lackingIn(form: Partial<ReportForm>, kind: ReportKind): Lacking {
  const when = (isMissing: boolean, name: string) => (isMissing ? [name] : []);
  const compares = form.condition !== NOT_NULL;
  const recipients = form.recipients ?? [];
  return {
    general: [...when(!form.name?.trim(), 'name'), ...when((form.owners ?? []).length === 0, 'owners')],
    condition:
      kind === 'Alert'
        ? [
            ...when(form.database === undefined, 'database'),
            ...when(!form.sql?.trim(), 'sql'),
            ...when(compares && typeof form.threshold !== 'number', 'value'),
          ]
        : [],
    contents: when((form.content === 'chart' ? form.chart : form.dashboard) === undefined, 'content'),
    schedule: [
      ...when(!form.crontab?.trim(), 'schedule'),
      ...when(!form.timezone, 'timezone'),
      ...when(kind === 'Report' && !((form.working_timeout ?? 0) >= 1), 'working timeout'),
      ...when(kind === 'Alert' && !((form.grace_period ?? 0) >= 1), 'grace period'),
    ],
    notification: [
      ...when(recipients.length === 0 || recipients.some(({ target }) => !target?.trim()), 'recipients'),
      ...when(
        recipients.some(
          ({ type, target, ccTarget, bccTarget }) =>
            type === 'Email' && wrongAddresses([target, ccTarget, bccTarget].join(' ')).length > 0,
        ),
        'email',
      ),
    ],
  };
}

/** What is lacking in a sentence; undefined when nothing is. */
export function lackingText(lacking: Lacking): string | undefined {
  const sections = [
    ['General information', lacking.general],
    ['Alert condition', lacking.condition],
    ['Content', lacking.contents],
    ['Schedule', lacking.schedule],
    ['Notification method', lacking.notification],
  ] as const;
  const parts = sections.flatMap(([name, names]) =>
    names.length > 0 ? [`${name}: ${names.join(', ')}`] : [],
  );
  return parts.length === 0 ? undefined : `Not all required fields are complete. ${parts.join('; ')}.`;
}

/** Values of filters as they are stored; undefined where there are none. */
function masksIn(stored: unknown): DataMasks | undefined {
  const masks = dataMasksSchema.safeParse(stored).data;
  return masks && Object.keys(masks).length > 0 ? masks : undefined;
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  return objectOf(JSON.parse(text || '{}'));
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
