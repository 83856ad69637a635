import { type DashboardMetadata, isJsonObject, isSayable, readDashboardMetadata } from '@chartroom/model';
import { errorText } from '../../../api/client.ts';
import type { OpenDashboard } from '../../../api/dashboards.ts';
import { isStale, saveVersion } from '../../../api/versions.ts';
import type { DashboardStore } from './dashboard-store.ts';

/** The settings of a dashboard as they are stored; a damaged document counts as an empty one. */
export function storedSettings(text: string | null): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(text || '{}');
    return isJsonObject(stored) ? stored : {};
  } catch {
    return {};
  }
}

/** Those of them that a client may send back; the server keeps the others. */
export function sentSettings(text: string | null): Record<string, unknown> {
  return Object.fromEntries(Object.entries(storedSettings(text)).filter(([name]) => isSayable(name)));
}

/** Changes some settings of a dashboard at once, for everybody. Rejects with 412 when somebody else has saved meanwhile. */
export async function saveSettings(store: DashboardStore, change: Partial<DashboardMetadata>): Promise<void> {
  const { dashboard, editing, version } = store.getState();
  // What waits for Save is not written on the way.
  const { id, json_metadata } = (editing?.before.dashboard ?? dashboard).info;
  const body = { json_metadata: JSON.stringify({ ...sentSettings(json_metadata), ...change }) };
  const saved = await saveVersion('dashboard', id, body, version);
  store.setState((state) => ({
    version: saved,
    dashboard: withSettings(state.dashboard, change),
    ...(state.editing && {
      editing: {
        ...state.editing,
        before: {
          ...state.editing.before,
          dashboard: withSettings(state.editing.before.dashboard, change),
        },
      },
    }),
  }));
}

function withSettings(dashboard: OpenDashboard, change: Partial<DashboardMetadata>): OpenDashboard {
  const settings = { ...storedSettings(dashboard.info.json_metadata), ...change };
  return {
    ...dashboard,
    info: { ...dashboard.info, json_metadata: JSON.stringify(settings) },
    metadata: readDashboardMetadata(settings),
  };
}

/** Why settings could not be saved, for people. */
export function settingsProblem(error: unknown): string {
  return isStale(error)
    ? 'This dashboard was changed by somebody else meanwhile: open it again first.'
    : errorText(error);
}
