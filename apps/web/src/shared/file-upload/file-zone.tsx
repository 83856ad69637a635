import { CloudUploadOutlined } from '@ant-design/icons';
import type { DroppedFile } from '@chartroom/model';
import { loadable } from '@chartroom/ui';
import { Alert, Button, Progress } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import styles from './file-upload.module.css';
import type { Again } from './plans.ts';
import { useSending } from './use-sending.ts';

const FilesDialog = loadable(async () => (await import('./files-dialog.tsx')).FilesDialog);

interface FileZoneProps {
  /** What it is called. */
  label: string;
  title: string;
  text: string;
  /** The table that one file fills anew; without it, files become tables. */
  again?: Again;
  /** More that can be done here. */
  extra?: ReactNode;
  /** Which tables were made, or filled. */
  onMade: (made: DroppedFile[]) => void;
}

/** Takes files that are dropped on it or chosen, and shows how they are read before they become tables. */
export function FileZone({ label, title, text, again, extra, onMade }: FileZoneProps) {
  const [over, setOver] = useState(false);
  const { sending, received, problems, send, stop, clear } = useSending();
  const input = useRef<HTMLInputElement>(null);
  const isOne = again !== undefined;
  const close = (made: DroppedFile[]): void => {
    clear();
    if (made.length > 0) onMade(made);
  };

  return (
    <section
      className={styles.zone}
      data-over={over}
      data-small={isOne}
      aria-label={label}
      onDragOver={(event) => {
        event.preventDefault();
        event.dataTransfer.dropEffect = sending ? 'none' : 'copy';
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void send([...event.dataTransfer.files], isOne);
      }}
    >
      <input
        ref={input}
        type="file"
        hidden
        multiple={!isOne}
        aria-label="File"
        accept=".csv,.tsv,.txt,.parquet,.parq,.xlsx"
        onChange={(event) => {
          void send([...(event.target.files ?? [])], isOne);
          event.target.value = '';
        }}
      />
      <CloudUploadOutlined className={styles.zoneIcon} aria-hidden="true" />
      {sending ? (
        <div className={styles.zoneWords} role="status">
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
        <div className={styles.zoneWords}>
          <b>{title}</b>
          <span>{text}</span>
        </div>
      )}
      {sending ? (
        <Button onClick={stop}>Stop</Button>
      ) : (
        <>
          <Button onClick={() => input.current?.click()}>{isOne ? 'Choose a file' : 'Choose files'}</Button>
          {extra}
        </>
      )}
      {problems.length > 0 && (
        <Alert
          className={styles.zoneProblem}
          type="error"
          showIcon
          closable={{ onClose: clear }}
          title={problems.length === 1 ? 'A file was not added' : `${problems.length} files were not added`}
          description={problems.map((problem) => <div key={problem}>{problem}</div>)}
          role="alert"
        />
      )}
      {received && <FilesDialog files={received} again={again} onClose={close} />}
    </section>
  );
}
