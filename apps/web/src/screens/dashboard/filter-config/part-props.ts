import type { FilterField, FilterWishes, NativeFilter } from '@chartroom/model';

/** What every part of the settings of a filter is given. */
export interface PartProps {
  filter: NativeFilter;
  others: readonly NativeFilter[];
  problems: Partial<Record<FilterField, string>>;
  /** What was promised and may not be filled in yet. */
  wishes: FilterWishes;
  onWish: (wishes: FilterWishes) => void;
  onChange: (filter: NativeFilter) => void;
}

/** A filter that says nothing at first. */
export const NO_VALUE = { extraFormData: {}, filterState: {} };
