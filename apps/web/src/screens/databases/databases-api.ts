import { request } from '../../api/client.ts';

/** One field of a connection form, as the engine's schema describes it. */
export interface FieldSchema {
  type?: string;
  description?: string;
  nullable?: boolean;
  default?: string | number | boolean;
}

/** An engine that the server can connect to. */
export interface AvailableEngine {
  name: string;
  engine: string;
  preferred: boolean;
  sqlalchemy_uri_placeholder: string;
  default_driver?: string;
  engine_information: {
    supports_file_upload: boolean;
    supports_dynamic_catalog: boolean;
    disable_ssh_tunneling: boolean;
  };
  /** Absent: the engine is connected by an address only. */
  parameters?: { properties: Record<string, FieldSchema>; required?: string[] };
}

/** A connection as it is stored; secrets are masked. */
export interface Connection {
  id: number;
  database_name: string;
  backend: string;
  driver: string | null;
  configuration_method: 'dynamic_form' | 'sqlalchemy_form';
  sqlalchemy_uri: string;
  parameters: Record<string, unknown>;
  extra: string;
  masked_encrypted_extra: string | null;
  server_cert: string | null;
  cache_timeout: number | null;
  expose_in_sqllab: boolean;
  allow_run_async: boolean;
  allow_file_upload: boolean;
  allow_ctas: boolean;
  allow_cvas: boolean;
  allow_dml: boolean;
  force_ctas_schema: string | null;
  impersonate_user: boolean;
  ssh_tunnel?: Tunnel;
}

/** The SSH server on the way to a database; secrets are masked. */
export interface Tunnel {
  server_address: string;
  server_port: number;
  username: string;
  password?: string;
  private_key?: string;
  private_key_password?: string;
}

export async function availableEngines(signal?: AbortSignal): Promise<AvailableEngine[]> {
  return (await request<{ databases: AvailableEngine[] }>('GET', '/api/v1/database/available/', { signal }))
    .databases;
}

export async function fetchConnection(id: number, signal?: AbortSignal): Promise<Connection> {
  return (await request<{ result: Connection }>('GET', `/api/v1/database/${id}/connection`, { signal }))
    .result;
}

/** Tries to connect; rejects with what the engine says. */
export function testConnection(body: object): Promise<{ message: string }> {
  return request('POST', '/api/v1/database/test_connection/', { body });
}

export function syncPermissions(id: number): Promise<{ message: string }> {
  return request('POST', `/api/v1/database/${id}/sync_permissions/`);
}

export interface DatabaseRelations {
  charts: { count: number; result: { id: number; slice_name: string }[] };
  dashboards: { count: number; result: { id: number; title: string }[] };
}

/** Charts and dashboards that read from a database. */
export function relatedObjects(id: number, signal?: AbortSignal): Promise<DatabaseRelations> {
  return request('GET', `/api/v1/database/${id}/related_objects/`, { signal });
}
