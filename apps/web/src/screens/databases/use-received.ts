import { type FilePreview, type FileSettings, receivedFilesApi } from '@chartroom/model';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/client.ts';
import { forgetFile, uploadFile } from '../../api/files.ts';
import type { UploadKind } from './upload-form.ts';

/** A file on its way to the server, or there. */
export interface Received {
  file: File | undefined;
  /** By what the server knows it, once it is there. */
  key: string | undefined;
  /** 0 to 1 while it is sent. */
  sent: number | undefined;
  problem: string | undefined;
  /** Sends another one, or lets go of the one that is there. */
  take: (file: File | undefined) => void;
}

/** Sends one file as soon as it is chosen; the server forgets it when another one is, and when the form closes. */
export function useReceived(kind: UploadKind): Received {
  const [state, setState] = useState<Omit<Received, 'take'>>(NOTHING);
  const held = useRef<Held>(undefined);
  useEffect(() => () => letGo(held), []);
  const take = (file: File | undefined): void => {
    letGo(held);
    setState({ ...NOTHING, file });
    if (!file) return;
    const own: Held = { cord: new AbortController() };
    held.current = own;
    const tell = (part: Partial<Received>): void => {
      if (held.current === own) setState((old) => ({ ...old, ...part }));
    };
    tell({ sent: 0 });
    uploadFile(file, own.cord.signal, (sent) => tell({ sent }), kind).then(
      ({ key }) => {
        own.key = key;
        if (held.current === own) tell({ key, sent: undefined });
        else void forgetFile(key);
      },
      (error: unknown) => tell({ sent: undefined, problem: errorText(error) }),
    );
  };
  return { ...state, take };
}

interface Held {
  cord: AbortController;
  key?: string;
}

/** Stops the sending of a file, or has the server forget it. */
function letGo(held: RefObject<Held | undefined>): void {
  held.current?.cord.abort();
  if (held.current?.key !== undefined) void forgetFile(held.current.key);
  held.current = undefined;
}

const NOTHING: Omit<Received, 'take'> = {
  file: undefined,
  key: undefined,
  sent: undefined,
  problem: undefined,
};

/** What is found of a file that was received, read as it was said. */
export function useFound(key: string | undefined, settings: FileSettings): UseQueryResult<FilePreview> {
  return useQuery({
    queryKey: ['received file', key, settings],
    enabled: key !== undefined,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api(receivedFilesApi.preview, { params: { key: key ?? '' }, body: { settings }, signal }))
        .preview,
  });
}
