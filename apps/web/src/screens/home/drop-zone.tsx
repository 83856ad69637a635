import { CloudUploadOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Alert, Button, Progress } from 'antd';
import { useRef, useState } from 'react';
import { errorText } from '../../api/client.ts';
import { uploadFile } from '../../api/files.ts';
import { toast } from '../../base/toasts.tsx';
import styles from './home.module.css';

interface Upload {
  name: string;
  /** 0 to 1 while sending; then the server reads. */
  sent: number;
  stop: AbortController;
}

/** Drop a file, get a chart: the file becomes a table, a dataset and an open Explore. */
export function DropZone() {
  const [over, setOver] = useState(false);
  const [upload, setUpload] = useState<Upload>();
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const client = useQueryClient();

  const take = async (file: File | undefined) => {
    if (!file || upload) return;
    const stop = new AbortController();
    setProblem(undefined);
    setUpload({ name: file.name, sent: 0, stop });
    try {
      const made = await uploadFile(file, stop.signal, (sent) =>
        setUpload((old) => (old ? { ...old, sent } : old)),
      );
      toast.success(
        `${file.name}: ${made.rows.toLocaleString('en')} rows are now the dataset ${made.table_name}`,
      );
      await client.invalidateQueries({ queryKey: ['dataset'] });
      await navigate({ to: made.explore_url });
    } catch (error) {
      if (stop.signal.aborted) toast.info(`Stopped: ${file.name} was not added`);
      else setProblem(errorText(error));
    } finally {
      setUpload(undefined);
    }
  };

  return (
    <section
      className={styles.drop}
      data-over={over}
      aria-label="Add a file"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer.files[0]);
      }}
    >
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File"
        accept=".csv,.tsv,.txt,.parquet,.parq,.xlsx"
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <CloudUploadOutlined className={styles.dropIcon} aria-hidden="true" />
      {upload ? (
        <div className={styles.dropWords} role="status">
          <b>{upload.sent < 1 ? `Sending ${upload.name}` : `Reading ${upload.name}`}</b>
          <Progress
            percent={Math.round(upload.sent * 100)}
            status="active"
            showInfo={upload.sent < 1}
            size="small"
          />
        </div>
      ) : (
        <div className={styles.dropWords}>
          <b>Drop a CSV, Parquet or Excel file here</b>
          <span>It becomes a table, a dataset and a first chart.</span>
        </div>
      )}
      {upload ? (
        <Button onClick={() => upload.stop.abort()}>Stop</Button>
      ) : (
        <Button onClick={() => input.current?.click()}>Choose a file</Button>
      )}
      {problem && (
        <Alert
          className={styles.dropProblem}
          type="error"
          showIcon
          closable={{ onClose: () => setProblem(undefined) }}
          title="The file was not added"
          description={problem}
          role="alert"
        />
      )}
    </section>
  );
}
