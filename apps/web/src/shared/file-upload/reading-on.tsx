import { grouped, type ReceivedFile, receivedFilesApi } from '@chartroom/model';
import { ErrorAlert } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Progress } from 'antd';
import { api } from '../../api/api.ts';
import { errorsOf } from '../../api/client.ts';
import styles from './file-upload.module.css';
import { readingText } from './plans.ts';
import type { WholeReading } from './use-preview.ts';

interface ReadingOnProps {
  file: ReceivedFile;
  whole: WholeReading;
  /** Rows that were looked at. */
  rows: number;
}

/** That only the first rows of a file are known, and how far the others are read, which can be stopped. */
export function ReadingOn({ file, whole, rows }: ReadingOnProps) {
  const isReading = !whole.isStopped && !whole.error;
  const told = useQuery({
    queryKey: ['received file', file.key, 'progress', 'preview'],
    gcTime: 0,
    retry: false,
    enabled: isReading,
    refetchInterval: 1000,
    queryFn: ({ signal }) => api(receivedFilesApi.progress, { params: { key: file.key }, signal }),
  });
  if (whole.error) return <ErrorAlert errors={errorsOf(whole.error)} />;
  const look = told.data?.preview ?? null;
  const count = grouped(rows);
  return (
    <Alert
      type="info"
      showIcon
      title={
        <div className={styles.note}>
          <div className={styles.noteText}>
            <span role="status">
              {isReading
                ? readingText(rows, look)
                : `Types of the first ${count} rows; the rest was not looked at, and is when the table is made.`}
            </span>
            {isReading && (
              <Progress
                percent={Math.floor((look?.part ?? 0) * 100)}
                showInfo={false}
                size="small"
                aria-label={`Reading ${file.name}`}
              />
            )}
          </div>
          <Button size="small" onClick={isReading ? whole.stop : whole.start}>
            {isReading ? 'Stop reading' : 'Read the rest'}
          </Button>
        </div>
      }
    />
  );
}
