import { type FilePreviewed, receivedFilesApi } from '@chartroom/model';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api/api.ts';
import type { Plan } from './plans.ts';

/** All of a file, which is read while what its first rows tell is on the screen. */
export interface WholeReading {
  /** Whether more is to be told than is shown. */
  isWanted: boolean;
  isStopped: boolean;
  error: Error | null;
  stop: () => void;
  start: () => void;
}

/** What is known of how a file will be read. */
interface Preview {
  data: FilePreviewed | undefined;
  error: Error | null;
  /** Whether the settings were others. */
  isFormer: boolean;
  whole: WholeReading;
}

/**
 * How a file will be read: at first what the first rows of a large one tell, then what all of them do. Other settings end
 * the reading that was begun by the former ones, and so does the table that is being made.
 */
export function usePreview({ file, settings }: Plan, isBusy: boolean): Preview {
  const client = useQueryClient();
  const queryKey = ['received file', file.key, settings];
  const allRows = [...queryKey, 'all rows'];
  const said = JSON.stringify(settings);
  const [stoppedAt, setStoppedAt] = useState<string>();
  const isStopped = stoppedAt === said;
  const usual = { gcTime: 0, retry: false };
  const params = { key: file.key };
  const first = useQuery({
    ...usual,
    queryKey: [...queryKey, 'first rows'],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api(receivedFilesApi.preview, { params, body: { settings, first: true }, signal }),
  });
  const isPart = !first.isPlaceholderData && typeof first.data?.preview.first_rows === 'number';
  const all = useQuery({
    ...usual,
    queryKey: allRows,
    enabled: isPart && !isStopped && !isBusy,
    queryFn: ({ signal }) => api(receivedFilesApi.preview, { params, body: { settings }, signal }),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: ended once, when the table is begun
  useEffect(() => {
    if (isBusy) void client.cancelQueries({ queryKey: allRows });
  }, [isBusy]);
  return {
    data: (isPart ? all.data : undefined) ?? first.data,
    error: first.error,
    isFormer: first.isPlaceholderData,
    whole: {
      isWanted: isPart && !all.data && !isBusy,
      isStopped,
      error: all.error,
      stop: () => {
        setStoppedAt(said);
        void client.cancelQueries({ queryKey: allRows });
      },
      start: () => setStoppedAt(undefined),
    },
  };
}
