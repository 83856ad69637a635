import type { ReceivedFile } from '@chartroom/model';
import { useState } from 'react';
import { errorText } from '../../api/client.ts';
import { uploadFile } from '../../api/files.ts';

/** A file that is under way. */
interface Sending {
  name: string;
  /** 0 to 1. */
  sent: number;
  /** Which of how many. */
  at: number;
  of: number;
}

/** Files that are sent one after the other. */
export interface Files {
  sending: Sending | undefined;
  /** Those that have arrived, when all are sent. */
  received: ReceivedFile[] | undefined;
  /** What went wrong with others. */
  problems: string[];
  /** Sends files, or says that only one is wanted. */
  send: (files: readonly File[], isOne: boolean) => Promise<void>;
  stop: () => void;
  /** Forgets what has arrived, and what went wrong. */
  clear: () => void;
}

/** Sends files. What one of them lacks is told, and the others are sent all the same; Stop leaves out those that have not arrived. */
export function useSending(): Files {
  const [sending, setSending] = useState<Sending & { cord: AbortController }>();
  const [received, setReceived] = useState<ReceivedFile[]>();
  const [problems, setProblems] = useState<string[]>([]);

  const send = async (files: readonly File[], isOne: boolean): Promise<void> => {
    if (sending || files.length === 0) return;
    if (isOne && files.length > 1) {
      setProblems([`One file is wanted here, and these are ${files.length}.`]);
      return;
    }
    const cord = new AbortController();
    const [arrived, wrong]: [ReceivedFile[], string[]] = [[], []];
    for (const [index, file] of files.entries()) {
      const one = { name: file.name, sent: 0, at: index + 1, of: files.length, cord };
      setSending(one);
      try {
        arrived.push(await uploadFile(file, cord.signal, (sent) => setSending({ ...one, sent })));
      } catch (error) {
        if (cord.signal.aborted) {
          const left = files.slice(index).map(({ name }) => name);
          wrong.push(`Stopped: ${left.join(', ')} ${left.length === 1 ? 'was' : 'were'} not added.`);
          break;
        }
        const text = errorText(error);
        wrong.push(text.includes(file.name) ? text : `"${file.name}": ${text}`);
      }
    }
    setSending(undefined);
    setProblems(wrong);
    setReceived(arrived.length > 0 ? arrived : undefined);
  };
  const clear = (): void => {
    setReceived(undefined);
    setProblems([]);
  };
  return { sending, received, problems, send, stop: () => sending?.cord.abort(), clear };
}
