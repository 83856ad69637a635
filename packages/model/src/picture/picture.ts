import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';

/** How far a picture is (contract/api.md §2.3). */
const taskStatus = z.enum(['Pending', 'Computing', 'Updated', 'Error']);
export type TaskStatus = z.infer<typeof taskStatus>;

const progress = z.strictObject({ task_status: taskStatus, task_updated_at: z.string() });

const pixels = z.int().min(16).max(4_000);
const size = z.tuple([pixels, pixels]);

/** `q` of calls that have a picture taken. */
const pictureQuery = z.object({
  force: z.boolean().optional(),
  window_size: size.optional(),
  thumb_size: size.optional(),
});
export type PictureQuery = z.output<typeof pictureQuery>;

/** What a dashboard shows when its picture is taken. */
const dashboardState = z.strictObject({
  dataMask: z.record(z.string(), z.unknown()).nullish(),
  activeTabs: z.array(z.string()).nullish(),
  anchor: z.string().nullish(),
  urlParams: z.array(z.tuple([z.string(), z.string()])).nullish(),
  permalinkKey: z.string().nullish(),
});
export type PicturedState = z.output<typeof dashboardState>;

/** A picture that somebody asked for: of which page, where it will be, and how far it is. */
const image = { image_url: z.string(), ...progress.shape };
const chartPicture = z.strictObject({ cache_key: z.string(), chart_url: z.string(), ...image });
export type ChartPicture = z.infer<typeof chartPicture>;
const dashboardPicture = z.strictObject({ cache_key: z.string(), dashboard_url: z.string(), ...image });
export type DashboardPicture = z.infer<typeof dashboardPicture>;

/** Pictures that are there, of one kind of thing. */
const shown = <Kind extends 'chart' | 'dashboard'>(kind: Kind) => {
  const base = `/api/v1/${kind}/:pk` as const;
  return {
    /** The small picture; 302 to the present one when this is an older. */
    thumbnail: endpoint({
      method: 'GET',
      path: `${base}/thumbnail/:digest/`,
      answer: 'file',
      otherwise: 'redirect',
      later: progress,
    }),
    screenshot: endpoint({
      method: 'GET',
      path: `${base}/screenshot/:digest/`,
      query: z.object({ download_format: z.enum(['png', 'pdf']) }).partial(),
      answer: 'file',
    }),
  };
};

/** Pictures of charts and dashboards (contract/api.md §2.3, §2.4). */
export const pictureApi = {
  chart: {
    ...shown('chart'),
    take: endpoint({
      method: 'GET',
      path: '/api/v1/chart/:pk/cache_screenshot/',
      q: pictureQuery,
      answer: chartPicture,
      later: chartPicture,
    }),
  },
  dashboard: {
    ...shown('dashboard'),
    take: endpoint({
      method: 'POST',
      path: '/api/v1/dashboard/:pk/cache_dashboard_screenshot/',
      q: pictureQuery,
      body: dashboardState.default({}),
      answer: dashboardPicture,
      later: dashboardPicture,
    }),
  },
};
