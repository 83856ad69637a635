import {
  type AnswerOf,
  type AvailableEngine,
  type ConnectionView,
  type DatabaseGiven,
  databaseApi,
} from '@chartroom/model';
import { api } from '../../api/api.ts';

export async function availableEngines(signal?: AbortSignal): Promise<AvailableEngine[]> {
  return (await api(databaseApi.available, { signal })).databases;
}

export async function fetchConnection(pk: number, signal?: AbortSignal): Promise<ConnectionView> {
  return (await api(databaseApi.connection, { params: { pk }, signal })).result;
}

/** Makes a connection, or changes the one with this id; answers its id. */
export async function saveConnection(pk: number | undefined, body: DatabaseGiven): Promise<number> {
  const { id } = await (pk === undefined
    ? api(databaseApi.create, { body })
    : api(databaseApi.update, { params: { pk }, body }));
  return id;
}

/** Tries to connect; rejects with what the engine says. */
export async function testConnection(body: DatabaseGiven): Promise<void> {
  await api(databaseApi.test, { body });
}

/** Looks at the fields of a connection as far as they are filled in; rejects with what is wrong with them. */
export async function checkParameters(
  body: DatabaseGiven & { engine: string; id: number | undefined },
  signal: AbortSignal,
): Promise<void> {
  await api(databaseApi.validateParameters, {
    // A name is not needed yet.
    body: {
      ...body,
      database_name: body.database_name?.trim() || null,
      configuration_method: 'dynamic_form',
    },
    signal,
  });
}

export async function syncPermissions(pk: number): Promise<void> {
  await api(databaseApi.syncPermissions, { params: { pk } });
}

export async function removeDatabase(pk: number): Promise<void> {
  await api(databaseApi.remove, { params: { pk } });
}

/** Charts and dashboards that read from a database. */
export function relatedObjects(
  pk: number,
  signal?: AbortSignal,
): Promise<AnswerOf<typeof databaseApi.relatedObjects>> {
  return api(databaseApi.relatedObjects, { params: { pk }, signal });
}
