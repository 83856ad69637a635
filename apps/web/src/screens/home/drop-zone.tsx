import { CloudUploadOutlined } from '@ant-design/icons';
import type { DroppedFile } from '@chartroom/model';
import { useNavigate } from '@tanstack/react-router';
import { Alert, Button, Progress } from 'antd';
import { useRef, useState } from 'react';
import { FilesDialog } from '../../shared/file-upload/files-dialog.tsx';
import { useSending } from '../../shared/file-upload/use-sending.ts';
import styles from './home.module.css';

/** Drop files, see how they are read, get a chart: each becomes a table and a dataset; Explore opens on the first. */
export function DropZone() {
  const [over, setOver] = useState(false);
  const { sending, received, problems, send, stop, clear } = useSending();
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const close = ([first]: DroppedFile[]): void => {
    clear();
    if (first) void navigate({ to: first.explore_url });
  };

  return (
    <section
      className={styles.drop}
      data-over={over}
      aria-label="Add a file"
      onDragOver={(event) => {
        event.preventDefault();
        event.dataTransfer.dropEffect = sending ? 'none' : 'copy';
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void send([...event.dataTransfer.files]);
      }}
    >
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label="File"
        accept=".csv,.tsv,.txt,.parquet,.parq,.xlsx"
        onChange={(event) => {
          void send([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <CloudUploadOutlined className={styles.dropIcon} aria-hidden="true" />
      {sending ? (
        <div className={styles.dropWords} role="status">
          <b>
            Sending {sending.name}
            {sending.of > 1 && ` (${sending.at} of ${sending.of})`}
          </b>
          <Progress
            percent={Math.round(sending.sent * 100)}
            status="active"
            size="small"
            aria-label={`Sending ${sending.name}`}
          />
        </div>
      ) : (
        <div className={styles.dropWords}>
          <b>Drop CSV, Parquet or Excel files here</b>
          <span>Each becomes a table and a dataset, and the first a chart.</span>
        </div>
      )}
      {sending ? (
        <Button onClick={stop}>Stop</Button>
      ) : (
        <Button onClick={() => input.current?.click()}>Choose files</Button>
      )}
      {problems.length > 0 && (
        <Alert
          className={styles.dropProblem}
          type="error"
          showIcon
          closable={{ onClose: clear }}
          title={problems.length === 1 ? 'A file was not added' : `${problems.length} files were not added`}
          description={problems.map((problem) => <div key={problem}>{problem}</div>)}
          role="alert"
        />
      )}
      {received && <FilesDialog files={received} onClose={close} />}
    </section>
  );
}
