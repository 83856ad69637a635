import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { DashboardStore } from './dashboard-store.ts';

// What the page was told at its start stands in the document, of which there is none here.
vi.mock('../../../base/bootstrap.ts', () => ({ bootstrap: { conf: {} }, styleNonce: () => undefined }));
vi.mock('../../../base/toasts.tsx', () => ({ toast: {} }));
const { createDashboardStore } = await import('./dashboard-store.ts');
const { beginEditing, discardEditing, editLayout, undo, withTitle } = await import('./editing.ts');
const { holdChange, holdSettings, isHolding } = await import('./held-properties.ts');

const NIGHT = { id: 4, theme_name: 'Night', json_data: '{}' };

let store: DashboardStore;
beforeEach(() => {
  store = createDashboardStore({
    dashboard: {
      info: {
        id: 1,
        uuid: 'u',
        slug: 'films',
        url: '/superset/dashboard/films/',
        dashboard_title: 'Films',
        published: false,
        css: null,
        theme: null,
        json_metadata: '{"refresh_frequency": 10, "wings": 2}',
        position_json: null,
        certified_by: null,
        certification_details: null,
        changed_on: '2026-01-01T00:00:00',
        charts: [],
        roles: [],
        tags: [],
        changed_on_delta_humanized: 'now',
        created_on_delta_humanized: 'now',
        is_managed_externally: false,
      },
      metadata: { refresh_frequency: 10 },
      position: {},
      charts: [],
      datasets: [],
    },
    masks: {},
    isBack: false,
    tabs: [],
    isForced: false,
    urlParams: {},
  });
  beginEditing(store);
});

const state = () => store.getState();
const isChanged = () => state().editing?.isChanged;

describe('what waits for Save', () => {
  test('is seen at once, and gone with Discard', () => {
    expect([isChanged(), isHolding(state())]).toEqual([false, false]);
    holdChange(store, { fields: { css: 'b{}', theme_id: 4, owners: [2] }, theme: NIGHT });
    expect(state().dashboard.info).toMatchObject({ css: 'b{}', theme: NIGHT, slug: 'films' });
    expect(state().editing).toMatchObject({
      isChanged: true,
      held: { css: 'b{}', theme_id: 4, owners: [2] },
    });
    discardEditing(store);
    expect(state().dashboard.info).toMatchObject({ css: null, theme: null });
    expect(state().editing).toBeUndefined();
  });

  test('what is as it was waits for nothing', () => {
    holdChange(store, { fields: { css: 'b{}', theme_id: 4 }, theme: NIGHT });
    holdChange(store, { fields: { css: '', theme_id: null }, theme: null });
    expect(state().editing?.held).toEqual({});
    expect(isChanged()).toBe(false);
  });

  test('settings keep what is not theirs; colours follow them', () => {
    const { palette } = state();
    holdSettings(store, { label_colors: { ATL: '#123456' } });
    expect(JSON.parse(state().dashboard.info.json_metadata ?? '')).toEqual({
      refresh_frequency: 10,
      wings: 2,
      label_colors: { ATL: '#123456' },
    });
    expect(state().dashboard.metadata.label_colors).toEqual({ ATL: '#123456' });
    expect(state().palette.of(1, undefined)('ATL')).toBe('#123456');
    expect(isChanged()).toBe(true);
    discardEditing(store);
    expect(state().palette).toBe(palette);
    expect(state().dashboard.metadata).toEqual({ refresh_frequency: 10 });
  });

  test('is still there when all steps of the layout are undone', () => {
    editLayout(store, (layout) => ({ layout: withTitle(layout, 'Other') }));
    holdSettings(store, { refresh_frequency: 60 });
    undo(store);
    expect(isChanged()).toBe(true);
    holdSettings(store, { refresh_frequency: 10 });
    expect(isChanged()).toBe(false);
  });

  test('that it was published meanwhile is not taken back', () => {
    holdChange(store, { fields: { css: 'b{}' } });
    state().setPublished(true, '"2"');
    discardEditing(store);
    expect(state().dashboard.info).toMatchObject({ published: true, css: null });
    expect(state().version).toBe('"2"');
  });
});
