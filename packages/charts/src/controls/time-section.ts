import type { Control, Section } from './control.ts';
import { laidOut, type SectionEntry, special } from './control-makers.ts';
import { timeGrain } from './query-controls.ts';

const timeColumn: Control = special('DndColumnSelect', 'granularity_sqla', 'Time Column', undefined, {
  freeForm: true,
  clearable: false,
  fromDatasource: true,
  initial: ({ datasource }) => datasource?.main_dttm_col ?? undefined,
});

const timeRange: Control = special('DateFilterControl', 'time_range', 'Time Range', 'No filter', {
  freeForm: true,
});

function timeSection(...rows: readonly SectionEntry[]): Section {
  return { label: 'Time', tab: 'data', expanded: true, ...laidOut(...rows) };
}

/** Column, grain and range of time, where a panel asks for them apart (contract/charts.md §3.30, "LT"). */
export const timeWithGrain: Section = timeSection(
  [],
  timeColumn,
  timeGrain(() => true),
  timeRange,
);

/** Column and range of time of a panel whose moments have no grain. */
export const timeWithoutGrain: Section = timeSection(timeColumn, timeRange);
