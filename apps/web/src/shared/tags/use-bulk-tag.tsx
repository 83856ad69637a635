import { loadable } from '@chartroom/ui';
import { type ReactNode, useState } from 'react';
import type { TaggedType } from '../../api/tags.ts';
import { may } from '../../base/bootstrap.ts';
import type { BulkAction } from '../list-view/bulk-bar.tsx';

const BulkTagModal = loadable(async () => (await import('./bulk-tag-modal.tsx')).BulkTagModal);

/** 'Add Tag' for the chosen rows of a list, and the modal that asks for the tags. */
export function useBulkTag<Row extends { id: number }>(
  type: TaggedType,
  resource: string,
): { bulkActions: BulkAction<Row>[]; modal: ReactNode } {
  const [chosen, setChosen] = useState<{ ids: number[]; done: () => void }>();
  if (!may('can_bulk_create', 'Tag')) return { bulkActions: [], modal: null };
  return {
    bulkActions: [
      { label: 'Add Tag', run: (rows, done) => setChosen({ ids: rows.map((row) => row.id), done }) },
    ],
    modal: chosen && (
      <BulkTagModal
        type={type}
        resource={resource}
        ids={chosen.ids}
        onDone={chosen.done}
        onClose={() => setChosen(undefined)}
      />
    ),
  };
}
