import type { ErrorBody } from '@chartroom/model';
import { Alert } from 'antd';
import { createContext, useContext, useEffect, useRef } from 'react';
import styles from './error-alert.module.css';

/** Asks again what has failed, for errors that nothing else says how to ask again. */
export const AskAgainContext = createContext<() => void>(() => undefined);

/** What the prompts in sight ask again: a page may have asked one database for several things. */
const waiting = new Set<{ askAgain: () => void }>();

/** Where somebody lets the server read a database as them, and what the second window says when they have. */
interface Authorization {
  url: string;
  tabId: string;
  origin: string;
}

/** What an error of the type OAUTH2_REDIRECT asks for; undefined for other errors, and where a part of it is missing. */
export function authorizationOf(error: ErrorBody): Authorization | undefined {
  if (error.error_type !== 'OAUTH2_REDIRECT') return undefined;
  const { url, tab_id: tabId, redirect_uri } = error.extra ?? {};
  if (typeof url !== 'string' || typeof tabId !== 'string' || typeof redirect_uri !== 'string')
    return undefined;
  // An address of another kind would run in this page.
  if (!/^https?:\/\//i.test(url) || !URL.canParse(redirect_uri)) return undefined;
  return { url, tabId, origin: new URL(redirect_uri).origin };
}

/**
 * 'Authorization needed' (contract/ui.md J): a link to the second window, and what was asked once more when that window says
 * that it is done.
 */
export function AuthorizationAlert({
  authorization,
  level,
  compact,
  onAuthorized,
}: {
  authorization: Authorization;
  level: 'info' | 'warning' | 'error';
  compact: boolean;
  onAuthorized: (() => void) | undefined;
}) {
  const { url, tabId, origin } = authorization;
  const opened = useRef<Window | null>(null);
  const askAgain = useContext(AskAgainContext);
  const goOn = onAuthorized ?? askAgain;
  useEffect(() => {
    const own = { askAgain: goOn };
    waiting.add(own);
    return () => {
      waiting.delete(own);
    };
  }, [goOn]);
  useEffect(() => {
    const onMessage = ({ origin: from, source, data }: MessageEvent<unknown>) => {
      if (from !== origin || opened.current === null || source !== opened.current) return;
      if (typeof data === 'object' && data !== null && 'tabId' in data && data.tabId === tabId)
        for (const askAgain of new Set([...waiting].map((each) => each.askAgain))) askAgain();
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, [origin, tabId]);
  const sentence = (
    <div>
      You need to{' '}
      <a
        href={url}
        target="_blank"
        rel="noreferrer"
        onClick={(event) => {
          // Opened by hand: a window behind a plain link could not say that it is done.
          opened.current = window.open(url, '_blank');
          if (opened.current) event.preventDefault();
        }}
      >
        provide authorization
      </a>{' '}
      in order to run this query.
    </div>
  );
  if (compact)
    return (
      <div className={styles.compact} role="alert">
        <strong className={styles.heading} data-level={level}>
          Authorization needed
        </strong>
        {sentence}
      </div>
    );
  return (
    <Alert
      className={styles.alert}
      type={level}
      showIcon
      title="Authorization needed"
      description={
        <>
          {sentence}
          <p className={styles.causes}>
            This database uses OAuth2 for authentication. Please click the link above to grant Chartroom
            permission to access the data. Your personal access token will be stored encrypted and used only
            for queries run by you.
          </p>
        </>
      }
      role="alert"
    />
  );
}
