import type { DatasetDraft } from './draft.ts';

/** What a tab of the dataset editor works with. */
export interface TabProps {
  draft: DatasetDraft;
  change: (part: Partial<DatasetDraft>) => void;
}
