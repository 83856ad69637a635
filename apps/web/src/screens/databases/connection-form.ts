import type { AvailableEngine, ConnectionView, DatabaseGiven, ParameterField } from '@chartroom/model';
import { sentTunnel, type TunnelForm, tunnelForm } from './tunnel-form.ts';

/** Members of `extra` that the form has fields for, by the path under which they are kept. */
const EXTRA_PATHS = {
  cost_estimate_enabled: ['cost_estimate_enabled'],
  allows_virtual_table_explore: ['allows_virtual_table_explore'],
  disable_data_preview: ['disable_data_preview'],
  live_sql: ['live_sql'],
  expand_rows: ['schema_options', 'expand_rows'],
  schema_cache_timeout: ['metadata_cache_timeout', 'schema_cache_timeout'],
  table_cache_timeout: ['metadata_cache_timeout', 'table_cache_timeout'],
  cancel_query_on_windows_unload: ['cancel_query_on_windows_unload'],
  schemas_allowed_for_file_upload: ['schemas_allowed_for_file_upload'],
  metadata_params: ['metadata_params'],
  engine_params: ['engine_params'],
  version: ['version'],
  disable_drill_to_detail: ['disable_drill_to_detail'],
  allow_multi_catalog: ['allow_multi_catalog'],
} as const;
/** What a secret is shown as that the server keeps. */
export const MASK = 'XXXXXXXXXX';

type ExtraName = keyof typeof EXTRA_PATHS;
type Extra = Record<string, unknown>;

/** Members of the connection itself that the advanced sections change. */
type Own = Pick<
  DatabaseGiven,
  | 'cache_timeout'
  | 'expose_in_sqllab'
  | 'allow_run_async'
  | 'allow_file_upload'
  | 'allow_ctas'
  | 'allow_cvas'
  | 'allow_dml'
  | 'force_ctas_schema'
  | 'impersonate_user'
>;

/** What the form holds. Documents (`metadata_params` …) are texts; lists are texts with commas. */
export interface ConnectionForm {
  database_name: string;
  sqlalchemy_uri: string;
  /** Fields of the engine's own form, by name. */
  parameters: Record<string, unknown>;
  masked_encrypted_extra: string;
  server_cert: string;
  tunnel: TunnelForm;
  own: Own;
  extra: Partial<Record<ExtraName, unknown>>;
}

/** The fields as a stored connection fills them; without one those of a new connection. */
export function formOf(stored: ConnectionView | undefined): ConnectionForm {
  const extra = stored ? documentOf(stored.extra) : {};
  const read = Object.entries(EXTRA_PATHS).map(([name, path]) => [
    name,
    shownExtra(name, valueAt(extra, path)),
  ]);
  const { query, ...parameters } = stored?.parameters ?? {};
  const secrets = documentOf(stored?.masked_encrypted_extra ?? '');
  return {
    database_name: stored?.database_name ?? '',
    sqlalchemy_uri: stored?.sqlalchemy_uri ?? '',
    parameters: { ...sealedFields(stored, secrets), ...parameters, query: queryText(query) },
    masked_encrypted_extra: stored?.masked_encrypted_extra ?? '',
    server_cert: stored?.server_cert ?? '',
    tunnel: tunnelForm(stored?.ssh_tunnel),
    own: stored ? ownOf(stored) : { expose_in_sqllab: true },
    extra: Object.fromEntries(read),
  };
}

function ownOf(stored: ConnectionView): Own {
  const { cache_timeout, expose_in_sqllab, allow_run_async, allow_file_upload, allow_ctas } = stored;
  const { allow_cvas, allow_dml, force_ctas_schema, impersonate_user } = stored;
  return {
    cache_timeout,
    expose_in_sqllab,
    allow_run_async,
    allow_file_upload,
    allow_ctas,
    allow_cvas,
    allow_dml,
    force_ctas_schema,
    impersonate_user,
  };
}

/** What is sent to make, change or test a connection. What the form has no field for stays as it was stored. */
export function bodyOf(
  form: ConnectionForm,
  engine: AvailableEngine,
  { byFields, stored }: { byFields: boolean; stored: ConnectionView | undefined },
): DatabaseGiven {
  const extra = stored ? documentOf(stored.extra) : {};
  for (const [name, path] of Object.entries(EXTRA_PATHS)) {
    const value = sentExtra(name, valueNamed(form.extra, name));
    if (value !== undefined || valueAt(extra, path) !== undefined) setAt(extra, path, value);
  }
  return {
    database_name: form.database_name,
    ...(engine.engine ? { engine: engine.engine } : {}),
    ...(engine.default_driver ? { driver: engine.default_driver } : {}),
    configuration_method: byFields ? 'dynamic_form' : 'sqlalchemy_form',
    ...(byFields
      ? { parameters: sentParameters(form.parameters, engine) }
      : { sqlalchemy_uri: form.sqlalchemy_uri }),
    ...sentTunnel(form.tunnel, stored?.ssh_tunnel),
    ...form.own,
    extra: JSON.stringify(extra),
    ...sentSecrets(form, engine, byFields),
    ...(form.server_cert.trim() || stored?.server_cert
      ? { server_cert: form.server_cert.trim() || null }
      : {}),
  };
}

/** Fields of an engine's form in the order of the contract (contract/ui.md G1); those it does not name come last. */
export function fieldsOf(engine: AvailableEngine): [name: string, schema: ParameterField][] {
  const place = (name: string) => {
    const index = ORDER.indexOf(name);
    return index < 0 ? ORDER.length : index;
  };
  return Object.entries(engine.parameters?.properties ?? {})
    .filter(([name]) => name !== 'ssh')
    .sort(([a], [b]) => place(a) - place(b));
}

const ORDER = [
  'host',
  'port',
  'database',
  'default_catalog',
  'default_schema',
  'username',
  'password',
  'access_token',
  'http_path',
  'http_path_field',
  'project_id',
  'catalog',
  'credentials_info',
  'service_account_info',
  'query',
  'encryption',
  'account',
  'warehouse',
  'role',
];

function sentParameters(given: Record<string, unknown>, engine: AvailableEngine): Record<string, unknown> {
  return Object.fromEntries(
    fieldsOf(engine).flatMap(([name, schema]): [string, unknown][] => {
      if (isSealed(schema)) return [];
      const value = given[name];
      if (name === 'query')
        return [[name, Object.fromEntries(new URLSearchParams(typeof value === 'string' ? value : ''))]];
      if (value === undefined || value === null || value === '') return [];
      return [[name, schema.type === 'object' && typeof value === 'string' ? JSON.parse(value) : value]];
    }),
  );
}

function isSealed(schema: ParameterField): boolean {
  return schema['x-encrypted-extra'] === true;
}

/** Fields that the encrypted document keeps, as texts: what is not shown is its mask. */
function sealedFields(stored: ConnectionView | undefined, secrets: Extra): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(stored?.parameters_schema.properties ?? {}).flatMap(([name, schema]) => {
      const value = isSealed(schema) ? secrets[name] : undefined;
      if (value === undefined) return [];
      return [[name, typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)]];
    }),
  );
}

/** The encrypted document, with the fields of the engine's form that belong there; absent where there is none. */
function sentSecrets(
  form: ConnectionForm,
  engine: AvailableEngine,
  byFields: boolean,
): { masked_encrypted_extra?: string } {
  const text = form.masked_encrypted_extra.trim();
  const sealed = fieldsOf(engine).flatMap(([name, schema]) => {
    const value = form.parameters[name];
    return byFields && isSealed(schema) && typeof value === 'string' && value.trim() ? [[name, value]] : [];
  });
  if (sealed.length === 0) return text ? { masked_encrypted_extra: text } : {};
  return { masked_encrypted_extra: JSON.stringify({ ...documentOf(text), ...Object.fromEntries(sealed) }) };
}

/** `{a: 1, b: 2}` as `a=1&b=2`. */
function queryText(query: unknown): string {
  if (typeof query !== 'object' || query === null) return '';
  return new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
}

const DOCUMENTS = new Set(['metadata_params', 'engine_params']);

function shownExtra(name: string, value: unknown): unknown {
  if (DOCUMENTS.has(name)) return value === undefined ? '' : JSON.stringify(value, undefined, 2);
  if (name === 'schemas_allowed_for_file_upload') return Array.isArray(value) ? value.join(',') : '';
  if (name === 'allows_virtual_table_explore') return value ?? true;
  return value;
}

function sentExtra(name: string, value: unknown): unknown {
  if (value === null || value === '') return undefined;
  if (DOCUMENTS.has(name) && typeof value === 'string') return JSON.parse(value);
  if (name === 'schemas_allowed_for_file_upload' && typeof value === 'string')
    return value
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean);
  return value;
}

function documentOf(text: string): Extra {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return isExtra(value) ? value : {};
  } catch {
    // Stored by something that is no form; the fields begin empty and a save mends it.
    return {};
  }
}

function isExtra(value: unknown): value is Extra {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valueNamed(values: object, name: string): unknown {
  return Object.entries(values).find(([each]) => each === name)?.[1];
}

function valueAt(document: Extra, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isExtra(value) ? value[name] : undefined), document);
}

function setAt(document: Extra, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    if (value === undefined) delete document[name];
    else document[name] = value;
    return;
  }
  const inner = document[name];
  const next = isExtra(inner) ? inner : {};
  setAt(next, rest, value);
  document[name] = next;
}
