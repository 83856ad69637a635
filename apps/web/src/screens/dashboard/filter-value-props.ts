import type { DataMask, DataMasks, NativeFilter } from '@chartroom/model';

/** A filter's value, and what chooses another one. */
export interface FilterValueProps {
  filter: NativeFilter;
  mask: DataMask | undefined;
  /** What the filters say that this one may depend on. */
  parents: DataMasks;
  onChange: (mask: DataMask) => void;
}
