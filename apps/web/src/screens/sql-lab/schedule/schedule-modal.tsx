import { type ScheduleField, type ScheduleForm, scheduleProblems } from '@chartroom/model';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Checkbox, Form, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { errorText } from '../../../api/client.ts';
import { saveQuery } from '../../../api/saved-queries.ts';
import { toast } from '../../../base/toasts.tsx';
import { Dialog } from '../../../shared/dialog.tsx';
import type { LabTab } from '../lab-tabs.ts';

interface Values {
  label: string;
  description?: string;
  schedule?: Record<string, unknown>;
}

interface ScheduleModalProps {
  tab: LabTab;
  /** What the operator has people asked. */
  asked: ScheduleForm;
  onClose: () => void;
}

/** 'Schedule': saves the query with the answers to the operator's form, by which a scheduler of theirs runs it (contract/ui.md E5). */
export function ScheduleModal({ tab, asked, onClose }: ScheduleModalProps) {
  const [form] = Form.useForm<Values>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const client = useQueryClient();
  const { JSONSCHEMA: schema, UISCHEMA: words } = asked;
  const submit = async (values: Values) => {
    const schedule_info = values.schedule ?? {};
    const problems = Object.entries(scheduleProblems(asked, schedule_info));
    for (const [name, text] of problems) form.setFields([{ name: ['schedule', name], errors: [text] }]);
    if (problems.length > 0 || busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const { databaseId: db_id, catalog, schema: inSchema, sql, templateParams } = tab;
      await saveQuery(undefined, {
        db_id,
        label: values.label.trim(),
        description: values.description ?? '',
        catalog,
        schema: inSchema,
        sql,
        template_parameters: templateParams,
        extra_json: JSON.stringify({ schedule_info }),
      });
      await client.invalidateQueries({ queryKey: ['saved_query'] });
      toast.success('Your query has been scheduled. To see details of your query, navigate to Saved queries');
      onClose();
    } catch (error) {
      setProblem(`Your query could not be scheduled: ${errorText(error)}`);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title="Schedule query"
      okText="Submit"
      okButtonProps={{ loading: busy }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {problem !== undefined && <Alert type="error" showIcon role="alert" title={problem} />}
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{ label: tab.label, schedule: defaultsOf(asked) }}
        onFinish={(values) => void submit(values)}
      >
        <Form.Item
          name="label"
          label="Label"
          rules={[{ required: true, whitespace: true, message: 'A label is required' }]}
        >
          <Input autoFocus maxLength={256} placeholder="Label for your query" />
        </Form.Item>
        <Form.Item name="description" label="Description">
          <Input.TextArea rows={3} placeholder="Write a description for your query" />
        </Form.Item>
        {schema.description !== undefined && <p>{schema.description}</p>}
        {Object.entries(schema.properties).map(([name, field]) => (
          <Form.Item
            key={name}
            name={['schedule', name]}
            label={field.type === 'boolean' ? undefined : (field.title ?? name)}
            extra={words[name]?.['ui:help'] ?? field.description}
            {...(field.type === 'boolean' && { valuePropName: 'checked' })}
            {...(isMoment(field) && { getValueFromEvent: momentOf, getValueProps: shownMoment })}
            rules={
              schema.required.includes(name) ? [{ required: true, message: 'This is a required field' }] : []
            }
          >
            {control(name, field, words[name]?.['ui:placeholder'])}
          </Form.Item>
        ))}
      </Form>
    </Dialog>
  );
}

const isMoment = ({ type, format }: ScheduleField): boolean => type === 'string' && format === 'date-time';

/** What a field begins with; a moment only where it is written as one. */
function defaultsOf({ JSONSCHEMA: { properties } }: ScheduleForm): Record<string, unknown> {
  const given = Object.entries(properties).filter(
    ([, field]) =>
      field.default !== undefined && !(isMoment(field) && Number.isNaN(Date.parse(String(field.default)))),
  );
  return Object.fromEntries(given.map(([name, field]) => [name, field.default]));
}

function control(name: string, field: ScheduleField, placeholder: string | undefined) {
  const hint = placeholder === undefined ? {} : { placeholder };
  switch (field.type) {
    case 'boolean':
      return <Checkbox>{field.title ?? name}</Checkbox>;
    case 'integer':
      return <InputNumber precision={0} style={{ width: '100%' }} {...hint} />;
    case 'number':
      return <InputNumber style={{ width: '100%' }} {...hint} />;
    case 'array':
      return <Select mode="tags" open={false} suffixIcon={null} {...hint} />;
    case 'string':
      if (field.enum)
        return <Select options={field.enum.map((value) => ({ value, label: value }))} {...hint} />;
      return isMoment(field) ? <Input type="datetime-local" /> : <Input {...hint} />;
  }
}

/** What was typed as a moment of the person's own clock, as one of all clocks. */
function momentOf(event: { target: { value: string } }): string | undefined {
  const moment = new Date(event.target.value);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

/** A moment as fields of the browser have it: by the person's own clock. */
function shownMoment(value: unknown): { value: string } {
  const moment = new Date(typeof value === 'string' ? value : Number.NaN);
  if (Number.isNaN(moment.getTime())) return { value: '' };
  const own = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return { value: own.toISOString().slice(0, 16) };
}
