import { DashboardPalette } from '@chartroom/charts';
import {
  type Board,
  type BoardFields,
  type DashboardItem,
  type Layout,
  openLayout,
  readDashboardMetadata,
  withoutTitle,
} from '@chartroom/model';
import type { OpenDashboard } from '../../../api/dashboards.ts';
import type { DashboardState, DashboardStore } from '../store/dashboard-store.ts';
import { endEditing, titleIn, withTitle } from '../store/editing.ts';
import { sentSettings, storedSettings } from '../store/settings.ts';

/** The board as it was when it was opened for editing, or saved last. */
export function boardBefore({ dashboard, editing, layout }: DashboardState): Board {
  const before = editing?.before;
  return boardWith(before?.dashboard.info ?? dashboard.info, before?.layout ?? layout);
}

/** The board as it stands in the browser. */
export function boardNow({ dashboard, layout }: DashboardState): Board {
  const { fields, settings } = boardWith(dashboard.info, layout);
  return { fields: { ...fields, dashboard_title: titleIn(layout) }, settings, layout: withoutTitle(layout) };
}

/** The board as the server has it. */
export function boardThere({ info, position, charts }: OpenDashboard): Board {
  return boardWith(info, openLayout(position, charts));
}

function boardWith(info: DashboardItem, layout: Layout): Board {
  return {
    fields: fieldsOf(info),
    settings: sentSettings(info.json_metadata),
    layout: withoutTitle(layout),
  };
}

function fieldsOf(info: DashboardItem): BoardFields {
  const { dashboard_title, css, certified_by, certification_details, published } = info;
  const theme_id = info.theme?.id ?? null;
  return { dashboard_title, css, theme_id, certified_by, certification_details, published };
}

/** Takes over a board that was saved, with the charts that somebody else has put onto it. */
export function adoptBoard(
  store: DashboardStore,
  { board, there, version }: { board: Board; there: OpenDashboard; version: string | null },
): void {
  const { dashboard, tiles } = store.getState();
  const charts = [...there.charts, ...without(dashboard.charts, there.charts, ({ id }) => id)];
  const datasets = [...there.datasets, ...without(dashboard.datasets, there.datasets, ({ uid }) => uid)];
  const { theme_id, ...fields } = board.fields;
  const { theme: own } = dashboard.info;
  const theme = own && own.id === theme_id ? own : there.info.theme;
  const settings = { ...storedSettings(there.info.json_metadata), ...board.settings };
  const metadata = readDashboardMetadata(settings);
  store.setState({
    layout: withTitle(board.layout, board.fields.dashboard_title ?? ''),
    dashboard: {
      ...there,
      charts,
      datasets,
      info: { ...there.info, ...fields, theme, json_metadata: JSON.stringify(settings) },
      metadata,
    },
    palette: new DashboardPalette(metadata),
  });
  endEditing(store, version);
  const unasked = charts.map(({ id }) => id).filter((id) => tiles[id] === undefined);
  if (unasked.length > 0) void store.getState().refresh(unasked, false);
}

/** Those of some things that are not among others. */
function without<Thing>(some: readonly Thing[], others: readonly Thing[], keyOf: (thing: Thing) => unknown) {
  const known = new Set(others.map(keyOf));
  return some.filter((each) => !known.has(keyOf(each)));
}
