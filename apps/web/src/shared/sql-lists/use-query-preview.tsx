import { type ReactNode, useState } from 'react';
import { type PreviewedQuery, QueryPreview } from './query-preview.tsx';

/** Shows a row of a list of queries, from which one leafs through those beside it. */
export function useQueryPreview<Row>(previewOf: (row: Row) => PreviewedQuery): {
  show: (row: Row, rows: readonly Row[]) => void;
  preview: ReactNode;
} {
  const [shown, setShown] = useState<{ rows: readonly Row[]; at: number }>();
  return {
    show: (row, rows) => setShown({ rows, at: rows.indexOf(row) }),
    preview: shown && (
      <QueryPreview
        queries={shown.rows.map(previewOf)}
        at={shown.at}
        onMove={(at) => setShown({ ...shown, at })}
        onClose={() => setShown(undefined)}
      />
    ),
  };
}
