import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError, send } from '../../api/client.ts';
import { bootstrap } from '../../base/bootstrap.ts';
import styles from './cards.module.css';

/** Milliseconds between two looks whether a picture has been taken, and after being told to wait. */
const LOOKS_EVERY = 3_000;
const PATIENCE = 30_000;

export interface ThumbnailProps {
  /** Where the small picture is, as the list says; nothing is asked for while such pictures are off. */
  url: string | undefined;
  /** What stands there instead, and until it has been taken. */
  fallback: ReactNode;
  /** Nothing of it may be cut off. */
  whole?: boolean;
}

/** The small picture of a chart or dashboard, asked for when it comes into view. */
export function Thumbnail({ url, fallback, whole = false }: ThumbnailProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(frame);
  const picture = useQuery({
    queryKey: ['thumbnail', url],
    enabled: isSeen && url !== undefined && bootstrap.conf.THUMBNAILS === true,
    queryFn: ({ signal }) => lookAt(url ?? '', signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchInterval: ({ state }) => {
      if (state.error instanceof ApiError && state.error.status === 429) return PATIENCE;
      return state.data === 'awaited' ? LOOKS_EVERY : false;
    },
  });
  return (
    <div ref={frame} className={styles.picture} data-thumbnail={picture.data ?? 'none'} data-whole={whole}>
      {picture.data === 'there' ? <img src={url} alt="" /> : fallback}
    </div>
  );
}

/** Whether a picture is there, still awaited, or could not be taken; the browser keeps the bytes. */
async function lookAt(url: string, signal: AbortSignal): Promise<'there' | 'awaited' | 'failed'> {
  const response = await send('GET', url, { headers: { Accept: 'image/png, application/json' }, signal });
  if (response.status !== 202) return 'there';
  const { task_status }: { task_status: string } = await response.json();
  return task_status === 'Error' ? 'failed' : 'awaited';
}

/** Whether an element has been in view. */
function useSeen(element: React.RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
      },
      { rootMargin: '200px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isSeen]);
  return isSeen;
}
