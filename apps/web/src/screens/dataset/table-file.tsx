import { type AnswerOf, type DatasetItem, receivedFilesApi } from '@chartroom/model';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { may } from '../../base/bootstrap.ts';
import { FileZone } from '../../shared/file-upload/file-zone.tsx';
import { FilesDialog } from '../../shared/file-upload/files-dialog.tsx';

/** Fills the table of a dataset anew: by another file, or by its own read differently while that is kept. For whoever may. */
export function TableFile({ dataset: { id, table_name, kind } }: { dataset: DatasetItem }) {
  const [isReading, setIsReading] = useState(false);
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ['dataset', id, 'file'],
    enabled: kind === 'physical' && may('can_upload', 'Database'),
    queryFn: ({ signal }) => api(receivedFilesApi.ofDataset, { params: { pk: id }, signal }),
  });
  if (!data?.takes_files) return null;
  const { file } = data;
  const again = { table: table_name, settings: file?.settings ?? {} };
  const refresh = () => {
    void client.invalidateQueries({ queryKey: ['dataset'] });
    void client.invalidateQueries({ queryKey: ['chart'] });
  };
  return (
    <>
      <FileZone
        label="Fill the table anew"
        title="Drop a new file here to fill this table anew"
        text={`Its charts stay, and show the new rows.${file ? ` ${keptText(file)}` : ''}`}
        again={{ ...again, isOther: true }}
        extra={
          file?.kept_until && <Button onClick={() => setIsReading(true)}>Read {file.name} differently</Button>
        }
        onMade={refresh}
      />
      {isReading && file && (
        <FilesDialog
          files={[file]}
          again={{ ...again, isOther: false }}
          onClose={(made) => {
            setIsReading(false);
            if (made.length > 0) refresh();
          }}
        />
      )}
    </>
  );
}

type MadeOf = NonNullable<AnswerOf<typeof receivedFilesApi.ofDataset>['file']>;

/** How long the file of a table is there, and what is known when it is not. */
function keptText({ name, kept_until }: MadeOf): string {
  if (kept_until === null)
    return `${name} is no longer kept on the server; drop it again to read it differently. How it was read is still known.`;
  const until = new Date(kept_until).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
  return `${name} is kept on the server until ${until}.`;
}
