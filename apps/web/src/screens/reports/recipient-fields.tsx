import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { reportApi } from '@chartroom/model';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/client.ts';
import { bootstrap } from '../../base/bootstrap.ts';
import { FilterChoice, useHasFilters } from './filter-choice.tsx';
import { addressesIn, type RecipientForm, type ReportForm, wrongAddresses } from './report-form.ts';
import styles from './reports.module.css';

const LABELS: Readonly<Record<string, string>> = {
  SlackV2: 'Slack',
  Slack: 'Slack (by names)',
  Teams: 'Microsoft Teams',
};

/** The ways by which messages leave this installation. */
function offered(): string[] {
  const methods = bootstrap.conf.ALERT_REPORTS_NOTIFICATION_METHODS;
  return Array.isArray(methods) ? methods.filter((each) => typeof each === 'string') : ['Email'];
}

/** Who gets it, and how; one entry for each way. */
export function RecipientFields() {
  const chosen = Form.useWatch<RecipientForm[] | undefined>('recipients') ?? [];
  const methods = offered();
  const dashboard = useFilteredDashboard();
  const left = methods.filter((method) => !chosen.some(({ type }) => type === method));
  return (
    <>
      {chosen.some(({ type }) => type === 'Email') && (
        <Form.Item name="email_subject" label="Email subject name (optional)">
          <Input maxLength={255} />
        </Form.Item>
      )}
      <Form.List name="recipients">
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name }) => (
              <Method
                key={key}
                at={name}
                methods={methods.filter((each) => each === chosen[name]?.type || left.includes(each))}
                onRemove={fields.length > 1 ? () => remove(name) : undefined}
              />
            ))}
            {left[0] !== undefined && (
              <Button
                type="dashed"
                block
                icon={<PlusOutlined aria-hidden />}
                onClick={() => add({ type: left[0], target: '' })}
              >
                {fields.length === 0 ? 'Add delivery method' : 'Add another notification method'}
              </Button>
            )}
            {dashboard !== undefined && fields.length > 0 && (
              <Button
                type="link"
                icon={<PlusOutlined aria-hidden />}
                onClick={() => add({ type: chosen.at(-1)?.type ?? methods[0], target: '' })}
              >
                Add recipients with other filters
              </Button>
            )}
          </>
        )}
      </Form.List>
    </>
  );
}

/** The dashboard that is sent, if it is one and has filters. */
function useFilteredDashboard(): number | undefined {
  const form = Form.useFormInstance<ReportForm>();
  const content = Form.useWatch('content', form);
  const dashboard = Form.useWatch('dashboard', form);
  const sent = content === 'dashboard' ? dashboard : undefined;
  return useHasFilters(sent) ? sent : undefined;
}

interface MethodProps {
  at: number;
  methods: readonly string[];
  onRemove: (() => void) | undefined;
}

function Method({ at, methods, onRemove }: MethodProps) {
  const type = Form.useWatch<string | undefined>(['recipients', at, 'type']);
  const dashboard = useFilteredDashboard();
  const under = Form.useWatch<ReportForm['dataMask']>('dataMask');
  return (
    <section className={styles.method} aria-label={`Notification method ${at + 1}`}>
      <div className={styles.methodHead}>
        <Form.Item name={[at, 'type']} noStyle>
          <Select
            aria-label="Notification method"
            style={{ minWidth: 200 }}
            options={methods.map((value) => ({ value, label: LABELS[value] ?? value }))}
          />
        </Form.Item>
        {onRemove && (
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label="Remove this notification method"
            onClick={onRemove}
          />
        )}
      </div>
      {type === 'Email' && <EmailFields at={at} />}
      {type === 'SlackV2' && (
        <Form.Item name={[at, 'target']} label="Select channels" required>
          <ChannelField />
        </Form.Item>
      )}
      {type !== 'Email' && type !== 'SlackV2' && (
        <Form.Item
          name={[at, 'target']}
          label={type === 'Slack' ? 'Slack channels' : 'Addresses (https://…)'}
          required
          extra={
            type === 'Slack'
              ? 'Recipients are separated by "," or ";"'
              : 'One for each line; what each gets is what the owner sees.'
          }
        >
          <Input.TextArea rows={2} />
        </Form.Item>
      )}
      {dashboard !== undefined && (
        <Form.Item name={[at, 'dataMask']} label="Filters for these recipients">
          <FilterChoice
            dashboard={dashboard}
            title={`Filters for the recipients of notification method ${at + 1}`}
            none="The same as for the others"
            under={under}
          />
        </Form.Item>
      )}
    </section>
  );
}

function EmailFields({ at }: { at: number }) {
  const [hasCopies, setCopies] = useState(false);
  const cc = Form.useWatch<string | undefined>(['recipients', at, 'ccTarget']);
  const bcc = Form.useWatch<string | undefined>(['recipients', at, 'bccTarget']);
  const isShown = hasCopies || Boolean(cc) || Boolean(bcc);
  return (
    <>
      <Form.Item
        name={[at, 'target']}
        label="Email recipients"
        required
        extra={'Recipients are separated by "," or ";"'}
        rules={[{ validator: asAddresses }]}
      >
        <Input.TextArea rows={2} />
      </Form.Item>
      {isShown ? (
        <>
          <Form.Item name={[at, 'ccTarget']} label="CC recipients" rules={[{ validator: asAddresses }]}>
            <Input.TextArea rows={1} />
          </Form.Item>
          <Form.Item name={[at, 'bccTarget']} label="BCC recipients" rules={[{ validator: asAddresses }]}>
            <Input.TextArea rows={1} />
          </Form.Item>
        </>
      ) : (
        <Form.Item>
          <Button type="link" size="small" onClick={() => setCopies(true)}>
            + Add CC and BCC Recipients
          </Button>
        </Form.Item>
      )}
    </>
  );
}

function asAddresses(_rule: unknown, value: string | undefined): Promise<void> {
  const wrong = wrongAddresses(value);
  if (wrong.length === 0) return Promise.resolve();
  return Promise.reject(new Error(`Invalid email: ${wrong.join(', ')}`));
}

interface ChannelFieldProps {
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
}

/** Channels of Slack, chosen by name and kept by id. */
function ChannelField({ id, value = '', onChange }: ChannelFieldProps) {
  const [isForced, setForced] = useState(false);
  const channels = useQuery({
    queryKey: ['report', 'slack channels', isForced],
    queryFn: ({ signal }) => api(reportApi.slackChannels, { q: { force: isForced }, signal }),
  });
  const group = (label: string, isPrivate: boolean) => ({
    label,
    options: (channels.data?.result ?? [])
      .filter((each) => each.is_private === isPrivate)
      .map((each) => ({ value: each.id, label: each.name })),
  });
  return (
    <>
      <Select<string[]>
        {...(id !== undefined && { id })}
        mode="multiple"
        loading={channels.isFetching}
        placeholder="Select channels"
        value={addressesIn(value)}
        options={[group('Public channels', false), group('Private channels (bot in channel)', true)]}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(next) => onChange?.(next.join(','))}
      />
      <Button type="link" size="small" onClick={() => setForced(true)}>
        Force refresh Slack channels list
      </Button>
      {channels.isError && <div className={styles.problem}>{errorText(channels.error)}</div>}
    </>
  );
}
