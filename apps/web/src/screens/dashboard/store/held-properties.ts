import { DashboardPalette } from '@chartroom/charts';
import { type DashboardItem, readDashboardMetadata } from '@chartroom/model';
import type { OpenDashboard } from '../../../api/dashboards.ts';
import type { DashboardState, DashboardStore, HeldFields } from './dashboard-store.ts';
import { storedSettings } from './settings.ts';

/** A change that is seen at once and waits for Save. */
export interface HeldChange {
  fields?: HeldFields;
  /** All settings as they are then. */
  settings?: Record<string, unknown>;
  /** The theme whose id the fields tell. */
  theme?: DashboardItem['theme'];
}

/** Takes a change into the dashboard that is being built: it is seen at once, written with Save and gone with Discard. */
export function holdChange(store: DashboardStore, { fields = {}, settings, theme }: HeldChange): void {
  const { dashboard, editing } = store.getState();
  if (!editing) return;
  const { info } = dashboard;
  const {
    slug = info.slug,
    css = info.css,
    certified_by = info.certified_by,
    certification_details = info.certification_details,
  } = fields;
  const seen: DashboardItem = {
    ...info,
    slug,
    css,
    certified_by,
    certification_details,
    theme: theme === undefined ? info.theme : theme,
    json_metadata: settings ? JSON.stringify(settings) : info.json_metadata,
  };
  const metadata = settings ? readDashboardMetadata(settings) : dashboard.metadata;
  const changed = {
    dashboard: { ...dashboard, info: seen, metadata },
    editing: { ...editing, held: changedFields(editing.before.dashboard, { ...editing.held, ...fields }) },
  };
  const isChanged = editing.past.length > 0 || editing.isOverLimit || isHolding(changed);
  store.setState({
    dashboard: changed.dashboard,
    editing: { ...changed.editing, isChanged },
    ...(settings && { palette: new DashboardPalette(metadata) }),
  });
}

/** Those fields that differ from what was there. */
function changedFields({ info }: OpenDashboard, held: HeldFields): HeldFields {
  const { css, slug, certified_by, certification_details } = info;
  const before = new Map<string, unknown>(
    Object.entries({ css, slug, certified_by, certification_details, theme_id: info.theme?.id }),
  );
  // No text is none.
  const isSame = (name: string, value: unknown) =>
    before.has(name) && (value ?? '') === (before.get(name) ?? '');
  return Object.fromEntries(Object.entries(held).filter(([name, value]) => !isSame(name, value)));
}

/** Changes some of the settings, likewise. */
export function holdSettings(store: DashboardStore, change: Record<string, unknown>): void {
  const { json_metadata } = store.getState().dashboard.info;
  holdChange(store, { settings: { ...storedSettings(json_metadata), ...change } });
}

/** Whether fields or settings wait for Save. */
export function isHolding({ dashboard, editing }: Pick<DashboardState, 'dashboard' | 'editing'>): boolean {
  if (!editing) return false;
  const [before, now] = [editing.before.dashboard, dashboard].map(({ info }) =>
    JSON.stringify(storedSettings(info.json_metadata)),
  );
  return Object.keys(editing.held).length > 0 || before !== now;
}
