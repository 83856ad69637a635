import { Alert, Modal, Progress } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../../api/client.ts';
import styles from './dialogs.module.css';

/** A file that is being made. */
export interface Making {
  signal: AbortSignal;
  /** Says how far it is: in words, and as a part of 1. */
  tell: (step: string, part: number) => void;
}

export interface MakingDialogProps {
  title: string;
  make: (making: Making) => Promise<void>;
  onClose: () => void;
}

/** Makes a file at once, tells how far it is, and gives up when it is closed. It closes by itself when the file is there. */
export function MakingDialog({ title, make, onClose }: MakingDialogProps) {
  const [step, setStep] = useState('It begins');
  const [part, setPart] = useState(0);
  const [problem, setProblem] = useState<string>();
  const [open, setOpen] = useState(true);
  const job = useRef(make);
  useEffect(() => {
    const control = new AbortController();
    const tell = (words: string, share: number) => {
      setStep(words);
      setPart(share);
    };
    job.current({ signal: control.signal, tell }).then(
      () => setOpen(false),
      (error: unknown) => !control.signal.aborted && setProblem(errorText(error)),
    );
    return () => control.abort();
  }, []);
  return (
    <Modal
      open={open}
      title={title}
      okButtonProps={{ hidden: true }}
      cancelText={problem === undefined ? 'Cancel' : 'Close'}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      mask={{ closable: false }}
      width={420}
    >
      <div className={styles.steps} aria-live="polite">
        {problem === undefined ? (
          <>
            <span>{step}</span>
            <Progress percent={Math.round(part * 100)} showInfo={false} aria-label={title} />
          </>
        ) : (
          <Alert type="error" showIcon title={problem} />
        )}
      </div>
    </Modal>
  );
}
