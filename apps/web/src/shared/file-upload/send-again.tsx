import type { ReceivedFile } from '@chartroom/model';
import { Alert, Progress } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../api/client.ts';
import { uploadFile } from '../../api/files.ts';
import { FilePick } from '../file-pick.tsx';
import styles from './file-upload.module.css';

interface SendAgainProps {
  name: string;
  /** Told of the file as it is kept now. */
  onSent: (file: ReceivedFile) => void;
}

/** Asks for a file that the server has forgotten; what was said of how it is read stays. */
export function SendAgain({ name, onSent }: SendAgainProps) {
  const [sent, setSent] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const cord = useRef<AbortController>(undefined);
  useEffect(() => () => cord.current?.abort(), []);
  const send = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setProblem(undefined);
    setSent(0);
    const own = new AbortController();
    cord.current = own;
    try {
      onSent(await uploadFile(file, own.signal, setSent));
    } catch (error) {
      if (own.signal.aborted) return;
      setProblem(errorText(error));
    }
    setSent(undefined);
  };
  return (
    <div className={styles.body}>
      <Alert
        type="warning"
        showIcon
        role="alert"
        title={`${name} is no longer kept on the server.`}
        description="Files are kept for a day. Choose it again: it is read as you have said so far."
      />
      <FilePick
        accept=".csv,.tsv,.txt,.parquet,.parq,.xlsx"
        file={undefined}
        busy={sent !== undefined}
        onChange={(file) => void send(file)}
      >
        Choose the file again
      </FilePick>
      {sent !== undefined && (
        <Progress percent={Math.floor(sent * 100)} size="small" aria-label={`Sending ${name}`} />
      )}
      {problem !== undefined && <Alert type="error" showIcon role="alert" title={problem} />}
    </div>
  );
}
