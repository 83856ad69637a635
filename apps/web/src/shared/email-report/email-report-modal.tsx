import { type ReportItem, type ReportPost, reportApi } from '@chartroom/model';
import { Checkbox, Form, Input, Radio, Select } from 'antd';
import { save, useItem } from '../../api/list.ts';
import { bootstrap } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import { EditorModal } from '../editor/editor-modal.tsx';
import { CronField } from '../schedule/cron-field.tsx';
import { timeZones } from '../schedule/time-zones.ts';
import type { EmailReportModalProps, ReportedThing, ShownState } from './use-email-report.tsx';
import { TEXT_TYPES } from './what-is-sent.ts';
import { WidthField } from './width-field.tsx';

const FORMATS = [
  { value: 'TEXT', label: 'Text embedded in email' },
  { value: 'PNG', label: 'Image (PNG) embedded in email' },
  { value: 'CSV', label: 'Formatted CSV attached in email' },
] as const;
type Format = (typeof FORMATS)[number]['value'];

interface EmailReportForm {
  name: string;
  description: string;
  crontab: string;
  timezone: string;
  report_format: Format;
  custom_width: number | undefined;
  /** Whether the filters and tabs of a dashboard are taken over as they are now. */
  asShown: boolean;
}

/** Sends a chart or a dashboard to the person's own address, at the times of a schedule (contract/ui.md H1). */
export function EmailReportModal({ thing, id, onClose }: EmailReportModalProps) {
  const stored = useItem(reportApi.show, id);
  const initial = id === undefined ? newForm(thing) : stored.data && formOf(stored.data);
  return (
    <EditorModal<EmailReportForm>
      title={id === undefined ? 'Schedule a new email report' : 'Edit email report'}
      okText={id === undefined ? 'Add' : 'Save'}
      resource="report"
      initial={initial}
      loadError={stored.error}
      save={(values) => save(reportApi, id, bodyOf(thing, { ...newForm(thing), ...initial, ...values }))}
      onSaved={() => toast.success(id === undefined ? 'The report has been created' : 'Report updated')}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label="Report Name"
        rules={[{ required: true, whitespace: true, message: 'A name is required' }]}
      >
        <Input maxLength={150} />
      </Form.Item>
      <Form.Item name="description" label="Description">
        <Input.TextArea rows={2} placeholder="Include a description that will be sent with your report" />
      </Form.Item>
      <Form.Item
        name="crontab"
        label="Schedule"
        required
        extra={`A screenshot of the ${thing.kind} will be sent to your email at these times`}
      >
        <CronField />
      </Form.Item>
      <Form.Item name="timezone" label="Timezone" required>
        <Select showSearch={{ optionFilterProp: 'label' }} options={timeZones()} />
      </Form.Item>
      {thing.kind === 'chart' && (
        <Form.Item name="report_format" label="Message content">
          <Radio.Group
            options={FORMATS.filter(
              ({ value }) => value !== 'TEXT' || TEXT_TYPES.has(thing.vizType ?? ''),
            ).map((each) => ({ ...each }))}
          />
        </Form.Item>
      )}
      {thing.shown && (
        <Form.Item
          name="asShown"
          valuePropName="checked"
          extra={
            id === undefined
              ? 'Otherwise it is sent as it is when it is opened'
              : 'Otherwise those stay that were taken over before'
          }
        >
          <Checkbox>With the filters and tabs as they are now</Checkbox>
        </Form.Item>
      )}
      <WidthOfPicture />
    </EditorModal>
  );
}

function WidthOfPicture() {
  const format = Form.useWatch<Format | undefined>('report_format');
  return format === undefined || format === 'PNG' ? <WidthField /> : null;
}

function newForm({ name, vizType }: ReportedThing): EmailReportForm {
  return {
    name: `Weekly Report for ${name}`.slice(0, 150),
    description: '',
    crontab: '0 12 * * 1',
    timezone: 'Africa/Abidjan',
    report_format: TEXT_TYPES.has(vizType ?? '') ? 'TEXT' : 'PNG',
    custom_width: undefined,
    asShown: false,
  };
}

function formOf(item: ReportItem): EmailReportForm {
  return {
    name: item.name,
    description: item.description ?? '',
    crontab: item.crontab,
    timezone: item.timezone,
    report_format: FORMATS.find(({ value }) => value === item.report_format)?.value ?? 'PNG',
    custom_width: item.custom_width ?? undefined,
    asShown: false,
  };
}

function bodyOf(thing: ReportedThing, form: EmailReportForm) {
  const { userId, email = '' } = bootstrap.user ?? {};
  const report_format = thing.kind === 'dashboard' ? ('PNG' as const) : form.report_format;
  return {
    type: 'Report' as const,
    name: form.name.trim(),
    description: form.description.trim(),
    crontab: form.crontab.trim(),
    timezone: form.timezone,
    report_format,
    custom_width: report_format === 'PNG' ? (form.custom_width ?? null) : null,
    creation_method: thing.kind === 'chart' ? ('charts' as const) : ('dashboards' as const),
    chart: thing.kind === 'chart' ? thing.id : null,
    dashboard: thing.kind === 'dashboard' ? thing.id : null,
    owners: userId === undefined ? [] : [userId],
    recipients: [{ type: 'Email' as const, recipient_config_json: { target: email } }],
    ...(form.asShown && thing.shown && { extra: { dashboard: plainState(thing.shown()) } }),
  };
}

/** What a dashboard shows, as a report stores it. */
function plainState(state: ShownState): NonNullable<ReportPost['extra']> {
  return JSON.parse(JSON.stringify(state));
}
