import type { AvailableEngine } from '@chartroom/model';
import { Checkbox, Collapse, Form, Input, InputNumber } from 'antd';
import { CodeField } from '../../shared/editor/code-field.tsx';
import { validJson } from '../../shared/editor/json-field.ts';

/** Fields whose texts may be wrong, by the section that has them. */
const CHECKED: Readonly<Record<string, string>> = {
  masked_encrypted_extra: 'security',
  metadata_params: 'other',
  engine_params: 'other',
};

/** What a form says of fields that it does not accept. */
export interface Refusal {
  errorFields: { name: (string | number)[] }[];
}

/** Whether a form was refused by its own rules, before anything was sent. */
export function isRefusal(error: unknown): error is Refusal {
  return typeof error === 'object' && error !== null && 'errorFields' in error;
}

/** The section of the advanced options that has one of the fields that were refused; undefined where none does. */
export function sectionOf({ errorFields }: Refusal): string | undefined {
  return errorFields.map(({ name }) => CHECKED[name.at(-1) ?? '']).find((section) => section !== undefined);
}

/** The sections of the advanced options (contract/ui.md G1). */
export function AdvancedFields({
  engine,
  open,
  onOpen,
}: {
  engine: AvailableEngine;
  open: string[];
  onOpen: (open: string[]) => void;
}) {
  return (
    <Collapse
      size="small"
      activeKey={open}
      onChange={(keys) => onOpen([keys].flat())}
      // Fields that were never seen keep their values all the same.
      items={[
        { key: 'lab', label: 'SQL Lab', children: <LabFields />, forceRender: true },
        { key: 'performance', label: 'Performance', children: <PerformanceFields />, forceRender: true },
        {
          key: 'security',
          label: 'Security',
          children: <SecurityFields engine={engine} />,
          forceRender: true,
        },
        { key: 'other', label: 'Other', children: <OtherFields engine={engine} />, forceRender: true },
      ]}
    />
  );
}

function Check({ name, children, help }: { name: string[]; children: string; help?: string }) {
  return (
    <Form.Item
      name={name}
      valuePropName="checked"
      style={{ marginBottom: 4 }}
      {...(help ? { tooltip: help } : {})}
    >
      <Checkbox>{children}</Checkbox>
    </Form.Item>
  );
}

function LabFields() {
  const exposed = Form.useWatch(['own', 'expose_in_sqllab']) === true;
  const ctas = Form.useWatch(['own', 'allow_ctas']) === true;
  const cvas = Form.useWatch(['own', 'allow_cvas']) === true;
  return (
    <>
      <Check name={['own', 'expose_in_sqllab']}>Expose database in SQL Lab</Check>
      <div hidden={!exposed} style={{ paddingLeft: 24 }}>
        <Check name={['own', 'allow_ctas']}>Allow CREATE TABLE AS</Check>
        <Check name={['own', 'allow_cvas']}>Allow CREATE VIEW AS</Check>
        <div hidden={!ctas && !cvas}>
          <Form.Item
            name={['own', 'force_ctas_schema']}
            label="CTAS & CVAS SCHEMA"
            extra="Force all tables and views to be created in this schema."
          >
            <Input />
          </Form.Item>
        </div>
        <Check name={['own', 'allow_dml']}>Allow DDL and DML</Check>
        <Check name={['extra', 'cost_estimate_enabled']}>Enable query cost estimation</Check>
        <Check name={['extra', 'allows_virtual_table_explore']}>Allow this database to be explored</Check>
        <Check name={['extra', 'disable_data_preview']}>Disable SQL Lab data preview queries</Check>
        <Check
          name={['extra', 'live_sql']}
          help="The query at the caret runs while it is written, for moments at a time; nothing that writes does. Engines inside the server do so without it."
        >
          Enable live SQL
        </Check>
        <Check name={['extra', 'expand_rows']}>Enable row expansion in schemas</Check>
      </div>
    </>
  );
}

function Seconds({ name, label, help }: { name: string[]; label: string; help: string }) {
  return (
    <Form.Item name={name} label={label} extra={help}>
      <InputNumber min={-1} precision={0} style={{ width: '100%' }} placeholder="Enter duration in seconds" />
    </Form.Item>
  );
}

function PerformanceFields() {
  return (
    <>
      <Seconds
        name={['own', 'cache_timeout']}
        label="Chart cache timeout"
        help="Seconds that answers are kept; 0 = forever, -1 = not at all, empty = the installation's default."
      />
      <Seconds
        name={['extra', 'schema_cache_timeout']}
        label="Schema cache timeout"
        help="Seconds that the list of schemas is kept."
      />
      <Seconds
        name={['extra', 'table_cache_timeout']}
        label="Table cache timeout"
        help="Seconds that the list of tables is kept."
      />
      <Check name={['own', 'allow_run_async']}>Asynchronous query execution</Check>
      <Check name={['extra', 'cancel_query_on_windows_unload']}>Cancel query on window unload event</Check>
    </>
  );
}

function SecurityFields({ engine }: { engine: AvailableEngine }) {
  return (
    <>
      <Form.Item
        name="masked_encrypted_extra"
        label="Secure extra"
        extra="JSON with further connection settings; kept encrypted."
        rules={[{ validator: validJson }]}
      >
        <CodeField label="Secure extra" language="json" height={100} />
      </Form.Item>
      <Form.Item name="server_cert" label="Root certificate" extra="CA_BUNDLE contents, in PEM format.">
        <Input.TextArea rows={3} placeholder="-----BEGIN CERTIFICATE-----" />
      </Form.Item>
      <Check name={['own', 'impersonate_user']}>Impersonate logged in user</Check>
      {engine.engine_information.supports_file_upload && (
        <>
          <Check name={['own', 'allow_file_upload']}>Allow file uploads to database</Check>
          <Form.Item
            name={['extra', 'schemas_allowed_for_file_upload']}
            label="Schemas allowed for File upload"
            extra="A list of schemas with commas between, e.g. schema1,schema2; empty = all."
          >
            <Input />
          </Form.Item>
        </>
      )}
    </>
  );
}

function OtherFields({ engine }: { engine: AvailableEngine }) {
  return (
    <>
      <Form.Item
        name={['extra', 'metadata_params']}
        label="Metadata Parameters"
        rules={[{ validator: validJson }]}
      >
        <CodeField label="Metadata Parameters" language="json" height={80} />
      </Form.Item>
      <Form.Item
        name={['extra', 'engine_params']}
        label="Engine Parameters"
        rules={[{ validator: validJson }]}
      >
        <CodeField label="Engine Parameters" language="json" height={80} />
      </Form.Item>
      <Form.Item name={['extra', 'version']} label="Version" extra="Version number of the database.">
        <Input />
      </Form.Item>
      <Check name={['extra', 'disable_drill_to_detail']}>Disable drill to detail</Check>
      {engine.engine_information.supports_dynamic_catalog && (
        <Check name={['extra', 'allow_multi_catalog']}>Allow changing catalogs</Check>
      )}
    </>
  );
}
