import { z } from 'zod';
import { flag, whole } from './setting-kinds.ts';

/** Settings of dashboards (contract/api.md §6). */
export const DASHBOARD_SETTINGS = {
  /** Characters that the layout of a dashboard may have. */
  SUPERSET_DASHBOARD_POSITION_DATA_LIMIT: whole(1_000).default(65_535),
  /** Seconds below which an interval of refreshing is warned of; 0 = never. */
  SUPERSET_DASHBOARD_PERIODICAL_REFRESH_LIMIT: whole(0).default(0),
  /** What is said then, instead of the usual. */
  SUPERSET_DASHBOARD_PERIODICAL_REFRESH_WARNING_MESSAGE: z.string().min(1).optional(),
  /** Whether refreshing asks the databases, or what is kept. */
  DASHBOARD_AUTO_REFRESH_MODE: z.enum(['force', 'fetch']).default('force'),
  /** Offers all rows of tables on dashboards as files, and not only as many as the chart shows. */
  ALLOW_FULL_CSV_EXPORT: flag.default(false),
  /** Versions of a dashboard that are kept. */
  DASHBOARD_VERSIONS_KEPT: whole(1).max(10_000, 'must be at most 10000').default(1_000),
  /** Days for which they are kept; the last one stays. */
  DASHBOARD_VERSIONS_DAYS: whole(1).max(36_500, 'must be at most a hundred years').default(365),
  /** Days for which deleted things can be put back; 0 = they are gone at once. */
  TRASH_DAYS: whole(0).max(36_500, 'must be at most a hundred years').default(30),
} as const;
