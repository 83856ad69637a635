import type { CodeEditorHandle } from '@chartroom/ui';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { Written } from './sql/written.ts';
import type { SqlService } from './sql-service.ts';

/** Milliseconds without a key until the statement at the caret is told. */
const REST_MS = 250;

interface Ground {
  handle: RefObject<CodeEditorHandle | null>;
  service: SqlService;
  /** The text as it stands as long as the editor is on its way. */
  text: string;
  /** Told the statement at the caret when nobody has typed or moved for a while; undefined: nobody wants to know. */
  tell: ((written: Written | undefined) => void) | undefined;
}

/** Watches the statement that somebody writes; answers what is called whenever the text or the caret moves. */
export function useWritten({ handle, service, text, tell }: Ground): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ text, tell });
  latest.current = { text, tell };
  const isTold = tell !== undefined;
  const look = useCallback(
    (isAgain: boolean) => {
      const own = handle.current?.text() ?? latest.current.text;
      const { found, more } = service.writtenAt(own, handle.current?.caret() ?? 0);
      latest.current.tell?.(found);
      const due = timer.current;
      // What was heard of tables since somebody typed on comes with the next look.
      if (!isAgain) void more?.then(() => timer.current === due && look(true));
    },
    [handle, service],
  );
  const note = useCallback(() => {
    if (!latest.current.tell) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => look(false), REST_MS);
  }, [look]);
  useEffect(() => {
    if (!isTold) return;
    note();
    return () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [note, isTold]);
  return note;
}
