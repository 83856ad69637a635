import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { Components } from 'react-markdown';
import HarmlessHtml from './harmless-html.tsx';
import styles from './results.module.css';

/**
 * A text as HTML, as far as it can do no harm: what could is left out, and it stands in a frame in which nothing runs and
 * that leads nowhere; links open a window of their own.
 */
export default function CellHtml({ source }: { source: string }) {
  const [body, setBody] = useState<HTMLElement>();
  return (
    <>
      <iframe
        className={styles.cellFrame}
        title="Value as HTML"
        sandbox="allow-same-origin allow-popups"
        // A document of its own: an empty frame is there before React listens.
        srcDoc="<!doctype html>"
        onLoad={({ currentTarget }) => {
          const room = currentTarget.contentDocument?.body;
          if (!room) return;
          const { color, font, colorScheme } = getComputedStyle(currentTarget);
          room.ownerDocument.documentElement.style.colorScheme = colorScheme;
          Object.assign(room.style, { margin: '0', color, font });
          setBody(room);
        }}
      />
      {body && createPortal(<HarmlessHtml source={source} components={COMPONENTS} />, body)}
    </>
  );
}

/** Links leave the frame, and tell nobody whence. */
const COMPONENTS: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer" style={{ color: 'inherit' }}>
      {children}
    </a>
  ),
};
