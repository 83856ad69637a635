import type { AvailableEngine, ParameterField } from '@chartroom/model';
import { Form, type FormRule, Input, InputNumber, Switch } from 'antd';
import { validJson } from '../../shared/editor/json-field.ts';
import { FilePick } from '../../shared/file-pick.tsx';
import { fieldsOf, MASK } from './connection-form.ts';

/** Labels of the fields that engines' forms have in common; others are called what the engine calls them. */
const LABELS: Readonly<Record<string, string>> = {
  host: 'Host',
  port: 'Port',
  database: 'Database name',
  username: 'Username',
  password: 'Password',
  query: 'Additional Parameters',
  encryption: 'SSL',
  access_token: 'Access token',
  http_path: 'HTTP Path',
  http_path_field: 'HTTP Path',
  project_id: 'Project Id',
  account: 'Account',
  warehouse: 'Warehouse',
  role: 'Role',
  credentials_info: 'Service Account',
  default_catalog: 'Default Catalog',
  default_schema: 'Default Schema',
};
const SECRETS = new Set(['password', 'access_token', 'private_key']);

/** The engine's own fields, drawn from its schema; told when one of them is left. */
export function ParameterFields({
  engine,
  onLeave,
}: {
  engine: AvailableEngine;
  onLeave: (name: string) => void;
}) {
  const required = new Set(engine.parameters?.required ?? []);
  return fieldsOf(engine).map(([name, schema]) => (
    <Form.Item
      key={name}
      name={['parameters', name]}
      label={LABELS[name] ?? schema.description ?? name}
      {...(schema.type === 'boolean' ? { valuePropName: 'checked' } : {})}
      {...(name === 'query'
        ? { extra: 'Further parameters of the address, e.g. param1=value1&param2=value2' }
        : {})}
      rules={rulesOf(name, schema, required.has(name))}
    >
      {inputFor(name, schema, () => onLeave(name))}
    </Form.Item>
  ));
}

function rulesOf(name: string, schema: ParameterField, required: boolean): FormRule[] {
  const isDocument = schema['x-encrypted-extra'] === true || (schema.type === 'object' && name !== 'query');
  return [
    ...(required ? [{ required: true, message: 'This is a required field' }] : []),
    ...(isDocument ? [{ validator: validDocument }] : []),
  ];
}

/** What was kept is shown as its mask, which is no JSON. */
function validDocument(rule: unknown, value: string | undefined): Promise<void> {
  return value === MASK ? Promise.resolve() : validJson(rule, value ?? '');
}

/** A document of secrets: pasted, or read from a file. */
function SecretDocument({
  id,
  value,
  onChange,
  onBlur,
}: {
  id?: string;
  value?: string;
  onChange?: (text: string) => void;
  onBlur: () => void;
}) {
  const read = async (file: File | undefined) => {
    if (file) onChange?.(await file.text());
  };
  return (
    <>
      <Input.TextArea
        {...(id === undefined ? {} : { id })}
        rows={4}
        placeholder="Paste the content of the JSON file here"
        autoComplete="off"
        spellCheck={false}
        value={value ?? ''}
        onChange={(event) => onChange?.(event.target.value)}
        onBlur={onBlur}
      />
      <FilePick accept=".json" file={undefined} onChange={(file) => void read(file)}>
        Upload JSON file
      </FilePick>
    </>
  );
}

function inputFor(name: string, schema: ParameterField, onBlur: () => void) {
  if (schema.type === 'integer')
    return <InputNumber min={0} max={65_535} precision={0} style={{ width: '100%' }} onBlur={onBlur} />;
  if (schema.type === 'boolean') return <Switch />;
  if (SECRETS.has(name)) return <Input.Password autoComplete="new-password" onBlur={onBlur} />;
  if (schema['x-encrypted-extra'] === true) return <SecretDocument onBlur={onBlur} />;
  if (schema.type === 'object' && name !== 'query')
    return <Input.TextArea rows={4} placeholder="JSON" onBlur={onBlur} />;
  return <Input autoComplete="off" onBlur={onBlur} />;
}

/** The address of the connection as one text. */
export function AddressField({ engine }: { engine: AvailableEngine }) {
  return (
    <Form.Item
      name="sqlalchemy_uri"
      label="SQLAlchemy URI"
      extra="The address of the database as one text; a stored password is shown as XXXXXXXXXX and stays as it is."
      rules={[{ required: true, whitespace: true, message: 'An address is required' }]}
    >
      <Input placeholder={engine.sqlalchemy_uri_placeholder} autoComplete="off" />
    </Form.Item>
  );
}

/** The name under which people find the connection. */
export function DisplayNameField() {
  return (
    <Form.Item
      name="database_name"
      label="Display Name"
      extra="Pick a name to help you identify this database."
      rules={[{ required: true, whitespace: true, message: 'A name is required' }]}
    >
      <Input maxLength={250} />
    </Form.Item>
  );
}
