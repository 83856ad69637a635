import type { DrillFilter } from '@chartroom/charts';
import {
  columnLabel,
  type DrillPath,
  dashboardUrl,
  filledAddress,
  type RisonValue,
  risonOf,
  soundPath,
} from '@chartroom/model';
import { useNavigate } from '@tanstack/react-router';
import { errorText } from '../../../api/client.ts';
import { fetchFilters } from '../../../api/dashboards.ts';
import { bootstrap } from '../../../base/bootstrap.ts';
import { toast } from '../../../base/toasts.tsx';
import { useDashboard } from '../store/dashboard-context.ts';
import { carriedMasks } from './carried-masks.ts';

/** Where a click on a chart leads. */
export interface Way {
  label: string;
  /** Why it cannot be gone with these values; undefined where it can. */
  whyNot: (filters: readonly DrillFilter[]) => string | undefined;
  follow: (filters: readonly DrillFilter[]) => void;
}

/** Where a click on a chart leads, as its author has said; nowhere in a frame, and while the board is built. */
export function useWay(chart: number): Way | undefined {
  const path = soundPath(useDashboard((state) => state.dashboard.metadata.drill_paths?.[String(chart)]));
  const isEdited = useDashboard((state) => state.editing !== undefined);
  const navigate = useNavigate();
  if (!path || isEdited || bootstrap.embedded) return undefined;
  const { dashboard, label = '' } = path;
  if (dashboard === undefined) return wayToAddress(path);
  const follow = async (filters: readonly DrillFilter[]) => {
    try {
      const { info, filters: own } = await fetchFilters(dashboard);
      const masks: RisonValue = JSON.parse(JSON.stringify(carriedMasks(own, filters)));
      await navigate({ to: dashboardUrl(info), search: { native_filters: risonOf(masks) } });
    } catch (error) {
      toast.error(`${label || 'The dashboard'} could not be opened: ${errorText(error)}`);
    }
  };
  return {
    label: label || 'the dashboard',
    whyNot: () => undefined,
    follow: (filters) => void follow(filters),
  };
}

function wayToAddress({ address = '', label }: DrillPath): Way {
  const filled = (filters: readonly DrillFilter[]) =>
    filledAddress(address, new Map(filters.map(({ col, val }) => [columnLabel(col), val])));
  return {
    label: label || address,
    whyNot: (filters) =>
      filled(filters) === undefined ? 'Right-click on a dimension value to go there with it.' : undefined,
    follow: (filters) => {
      const target = filled(filters);
      if (target === undefined) toast.warning('This value does not lead there.');
      else if (target.startsWith('/')) window.location.assign(target);
      else window.open(target, '_blank', 'noopener,noreferrer');
    },
  };
}
