import type { ChartFormData } from '../form-data.ts';
import { extraFormDataFor } from './extra-form-data.ts';
import type { DataMasks } from './filters.ts';
import { withMainTime } from './main-time.ts';
import type { DashboardMetadata } from './metadata.ts';

/** What a dashboard lays over its charts. */
export interface OverCharts {
  dashboardId: number;
  metadata: DashboardMetadata;
  /** Filters in force. */
  masks: DataMasks;
  scopes: ReadonlyMap<string, number[]>;
  /** Time columns of the datasets, by their uid. */
  mainTime(uid: string): string | null | undefined;
  /** Parameters of the address that its charts are asked with. */
  urlParams: Readonly<Record<string, string>>;
}

/** A chart's own form data with what its dashboard lays over it. */
export function boardForm(id: number, own: ChartFormData, over: OverCharts): ChartFormData {
  const { dashboardId, metadata, masks, scopes, urlParams } = over;
  const { color_scheme: scheme, label_colors: labels, time_filters_on_main_dttm } = metadata;
  const extra = extraFormDataFor(id, masks, scopes);
  return {
    ...own,
    slice_id: id,
    dashboardId,
    extra_form_data: time_filters_on_main_dttm
      ? withMainTime(own, extra, over.mainTime(own.datasource))
      : extra,
    ...(scheme ? { color_scheme: scheme } : {}),
    ...(labels ? { label_colors: labels } : {}),
    ...(Object.keys(urlParams).length > 0 ? { url_params: { ...urlParams } } : {}),
  };
}
