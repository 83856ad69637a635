import type { CrossFilter } from '../../chart-type.ts';
import { crossFilterOf, selectionOpacity } from '../../draw/cross-filter.ts';
import type { Settings } from './settings.ts';

/** Whether a mark stands for its place on the axis: words along the axis, and no dimension to filter by. */
export function filtersByAxis({ form, axisKind, axisIsTime, dimensions }: Settings): boolean {
  return axisKind === 'category' && !axisIsTime && dimensions.length === 0 && typeof form.x_axis === 'string';
}

/** The filter of a mark at a place of the axis. */
export function axisFilter({ axis }: Settings, value: unknown): CrossFilter | undefined {
  return crossFilterOf([axis], [value], String(value));
}

/** How strongly the marks at the places of the axis are drawn; undefined when a selection says nothing about places. */
export function axisOpacities(
  settings: Settings,
  places: readonly unknown[],
  selected: readonly string[] | undefined,
): number[] | undefined {
  if (!filtersByAxis(settings) || !selected || selected.length === 0) return undefined;
  return places.map((place) => selectionOpacity(String(place), selected));
}
