import { DashboardPropertiesModal } from '../../../shared/properties/dashboard-properties.tsx';
import { useDashboard, useDashboardStore } from '../store/dashboard-context.ts';
import { editLayout, titleIn, withTitle } from '../store/editing.ts';
import { holdChange } from '../store/held-properties.ts';
import { storedSettings } from '../store/settings.ts';

/** 'Dashboard properties' of the dashboard that is being built: what is applied waits for Save. */
export function HeldProperties({ onClose }: { onClose: () => void }) {
  const store = useDashboardStore();
  const { id, json_metadata, slug, certified_by, certification_details } = useDashboard(
    (state) => state.dashboard.info,
  );
  const title = useDashboard((state) => titleIn(state.layout));
  const held = useDashboard((state) => state.editing?.held);
  const palette = useDashboard((state) => state.palette);
  return (
    <DashboardPropertiesModal
      id={id}
      onClose={onClose}
      holding={{
        present: {
          dashboard_title: title,
          slug,
          certified_by,
          certification_details,
          json_metadata,
          owners: held?.owners,
          roles: held?.roles,
          tags: held?.tags,
        },
        labels: palette.labels,
        hold: ({ dashboard_title, json_metadata: settings, ...fields }) => {
          if (dashboard_title !== undefined)
            editLayout(store, (layout) => ({ layout: withTitle(layout, dashboard_title) }));
          holdChange(store, {
            fields,
            ...(settings === undefined ? {} : { settings: storedSettings(settings) }),
          });
        },
      }}
    />
  );
}
