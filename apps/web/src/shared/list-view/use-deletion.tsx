import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { errorText } from '../../api/client.ts';
import { deleteMany } from '../../api/list.ts';
import { toast } from '../../base/toasts.tsx';
import { ConfirmDelete } from '../confirm-delete.tsx';

/** What can be deleted, and in which words. */
export interface Deletable<Row> {
  /** Resource below /api/v1, e.g. `chart`. */
  resource: string;
  /** What one and several are called: 'chart', 'charts'. */
  noun: string;
  plural: string;
  nameOf: (row: Row) => string;
  /** What a person reads before deleting; the plain question when absent. */
  deleteText?: (rows: Row[]) => ReactNode;
  /** How rows go, where the resource has no deletion of many by id. */
  removeRows?: (rows: Row[]) => Promise<unknown>;
}

/** Deletes rows after asking: `ask` about some of them, and show `dialog`. `done` when they are gone. */
export function useDeletion<Row extends { id: number }>(
  { resource, noun, plural, nameOf, deleteText, removeRows }: Deletable<Row>,
  done?: () => void,
): { ask: (rows: Row[]) => void; dialog: ReactNode } {
  const [doomed, setDoomed] = useState<Row[]>([]);
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (rows: Row[]) => (removeRows ?? ((all) => deleteMany(resource, all.map(idOf))))(rows),
    onSuccess: (_answer, rows) => {
      toast.success(`Deleted: ${rows.map(nameOf).join(', ')}`);
      setDoomed([]);
      done?.();
    },
    onError: (error, rows) =>
      toast.error(
        rows.length === 1
          ? `There was an issue deleting: ${errorText(error)}`
          : `There was an issue deleting the selected ${plural}: ${errorText(error)}`,
      ),
    onSettled: () => client.invalidateQueries({ queryKey: [resource] }),
  });
  const dialog = doomed.length > 0 && (
    <ConfirmDelete
      title={doomed.length === 1 ? `Delete ${noun}?` : `Delete ${doomed.length} ${plural}?`}
      busy={remove.isPending}
      onCancel={() => setDoomed([])}
      onConfirm={() => remove.mutate(doomed)}
    >
      {deleteText?.(doomed) ?? (
        <>
          Are you sure you want to delete <b>{doomed.map(nameOf).join(', ')}</b>?
        </>
      )}
    </ConfirmDelete>
  );
  return { ask: setDoomed, dialog };
}

function idOf(row: { id: number }): number {
  return row.id;
}
