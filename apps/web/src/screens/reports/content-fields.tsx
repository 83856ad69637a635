import { chartApi, dashboardApi } from '@chartroom/model';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form, Select } from 'antd';
import { useEffect, useRef } from 'react';
import { api } from '../../api/api.ts';
import { useItem } from '../../api/list.ts';
import { WidthField } from '../../shared/email-report/width-field.tsx';
import { FilterChoice, useHasFilters } from './filter-choice.tsx';
import { OneField } from './one-field.tsx';
import { formatsOf, type RecipientForm, type ReportForm } from './report-form.ts';
import styles from './reports.module.css';
import type { ReportKind } from './run-state.tsx';

/** The columns by which people know them. */
const NAMED_BY = { chart: 'slice_name', dashboard: 'dashboard_title' } as const;

/** What is sent, and as what. */
export function ContentFields({ kind }: { kind: ReportKind }) {
  const form = Form.useFormInstance<ReportForm>();
  const content = Form.useWatch('content', form) ?? 'dashboard';
  const dashboard = Form.useWatch('dashboard', form);
  const chosen = Form.useWatch('chart', form);
  const chart = useItem(chartApi.show, content === 'chart' ? chosen : undefined);
  const format = Form.useWatch('report_format', form);
  const vizType = chart.data?.viz_type ?? undefined;
  const formats = formatsOf(content, vizType);
  const isOffered = chart.isFetching || formats.some(({ value }) => value === format);
  useEffect(() => {
    if (format !== undefined && !isOffered) form.setFieldValue('report_format', 'PNG');
  }, [form, format, isOffered]);
  useForgotten(dashboard);
  const hasFilters = useHasFilters(dashboard);
  const isPicture = format === 'PNG' || format === 'PDF';
  return (
    <>
      <div className={styles.pair}>
        <Form.Item name="content" label="Content type" required>
          <Select
            options={[
              { value: 'dashboard', label: 'Dashboard' },
              { value: 'chart', label: 'Chart' },
            ]}
          />
        </Form.Item>
        <Form.Item key={content} name={content} label={`Select ${content}`} required>
          <OneField
            label={`Select ${content}`}
            resource={content}
            column={NAMED_BY[content]}
            placeholder={`Select ${content} to use`}
          />
        </Form.Item>
        <Form.Item name="report_format" label="Content format" required>
          <Select options={formats} />
        </Form.Item>
        {content === 'dashboard' && dashboard !== undefined && <TabField dashboard={dashboard} />}
        {isPicture && <WidthField />}
      </div>
      {content === 'dashboard' && dashboard !== undefined && hasFilters && (
        <Form.Item name="dataMask" label="Filters">
          <FilterChoice
            dashboard={dashboard}
            title="Filters of the dashboard"
            none="As they are when the dashboard is opened"
          />
        </Form.Item>
      )}
      {(kind === 'Report' || content === 'dashboard') && (
        <Form.Item name="force_screenshot" valuePropName="checked">
          <Checkbox>Ignore cache when generating report</Checkbox>
        </Form.Item>
      )}
    </>
  );
}

/** Tabs and filters of one dashboard mean nothing on another. */
function useForgotten(dashboard: number | undefined) {
  const form = Form.useFormInstance<ReportForm>();
  const before = useRef(dashboard);
  useEffect(() => {
    if (before.current !== undefined && before.current !== dashboard) {
      const recipients: RecipientForm[] = form.getFieldValue('recipients') ?? [];
      form.setFieldsValue({
        tab: undefined,
        dataMask: undefined,
        recipients: recipients.map((each) => ({ ...each, dataMask: undefined })),
      });
    }
    before.current = dashboard;
  }, [form, dashboard]);
}

/** The tab that is opened, of a dashboard that has some. */
function TabField({ dashboard }: { dashboard: number }) {
  const tabs = useQuery({
    queryKey: ['dashboard', 'tabs', dashboard],
    queryFn: ({ signal }) => api(dashboardApi.tabs, { params: { pk: dashboard }, signal }),
  });
  const all = Object.entries(tabs.data?.result.all_tabs ?? {});
  if (all.length === 0) return null;
  return (
    <Form.Item name="tab" label="Select tab">
      <Select
        allowClear
        placeholder="Select a tab"
        options={all.map(([value, label]) => ({ value, label: label || value }))}
      />
    </Form.Item>
  );
}
