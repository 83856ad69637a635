import { queryClient } from '../../../api/query-client.ts';
import { DashboardPropertiesModal } from '../../../shared/properties/dashboard-properties.tsx';
import { useDashboard } from '../store/dashboard-context.ts';

/** 'Dashboard properties' of the dashboard that is looked at, which is opened anew when they have changed. */
export function OwnProperties({ onClose }: { onClose: () => void }) {
  const { id } = useDashboard((state) => state.dashboard.info);
  return (
    <DashboardPropertiesModal
      id={id}
      onClose={onClose}
      onSaved={() => void queryClient.resetQueries({ queryKey: ['dashboard', 'open'] })}
    />
  );
}
