import { chartIdOf } from '@chartroom/model';
import { EmptyState } from '@chartroom/ui';
import { ChartTile } from '../chart-tile.tsx';
import { useDashboard } from '../store/dashboard-context.ts';

/** One chart of a dashboard, as large as the frame. */
export function ChartAlone({ id }: { id: number }) {
  const place = useDashboard(({ layout }) =>
    Object.values(layout).find((item) => item.type === 'CHART' && chartIdOf(item) === id),
  );
  if (place?.type !== 'CHART') {
    return (
      <EmptyState
        size="large"
        title="This chart does not exist"
        description="It may have been taken off the dashboard that it was embedded with."
      />
    );
  }
  const { sliceNameOverride, sliceName } = place.meta;
  return <ChartTile placement={place.id} id={id} name={sliceNameOverride ?? sliceName ?? ''} />;
}
