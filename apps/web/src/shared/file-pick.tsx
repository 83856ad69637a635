import { CloseOutlined, FileOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef } from 'react';
import styles from './file-pick.module.css';

interface FilePickProps {
  /** What the button says. */
  children: string;
  /** Endings with their dot, comma between them. */
  accept: string;
  file: File | undefined;
  busy?: boolean;
  onChange: (file: File | undefined) => void;
}

/** A button that asks for one file, and beside it the file taken: its line is always there, so that nothing below moves when one is chosen. */
export function FilePick({ children, accept, file, busy = false, onChange }: FilePickProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.pick}>
      <input
        ref={input}
        type="file"
        className={styles.input}
        accept={accept}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          // Emptied, so that the same file can be chosen again after it was mended.
          event.target.value = '';
          if (chosen) onChange(chosen);
        }}
      />
      <Button icon={<UploadOutlined aria-hidden />} loading={busy} onClick={() => input.current?.click()}>
        {children}
      </Button>
      {file && (
        <>
          <span className={styles.name} title={file.name}>
            <FileOutlined aria-hidden /> {file.name}
          </span>
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined aria-hidden />}
            aria-label={`Remove ${file.name}`}
            onClick={() => onChange(undefined)}
          />
        </>
      )}
    </div>
  );
}
