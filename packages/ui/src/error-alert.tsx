import type { ErrorBody } from '@chartroom/model';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { AuthorizationAlert, authorizationOf } from './authorization-alert.tsx';
import styles from './error-alert.module.css';
import { loadable } from './loadable.tsx';
import { whenSomebodyIsHere } from './somebody.ts';

const ErrorDialog = loadable(async () => (await import('./error-dialog.tsx')).ErrorDialog);
whenSomebodyIsHere(ErrorDialog.preload);

export interface ErrorAlertProps {
  /** Title, e.g. 'Database error'; worked out from the error type when absent. */
  title?: string;
  errors: readonly ErrorBody[];
  /** Small places show the title and open the rest on demand. */
  compact?: boolean;
  action?: React.ReactNode;
  /** Asks again when somebody has let the server read as them; absent = what the page asks again by itself. */
  onAuthorized?: (() => void) | undefined;
}

const TITLES: Partial<Record<string, string>> = {
  SYNTAX_ERROR: 'Syntax error',
  INVALID_SQL_ERROR: 'SQL error',
  COLUMN_DOES_NOT_EXIST_ERROR: 'Missing column',
  TABLE_DOES_NOT_EXIST_ERROR: 'Missing table',
  SCHEMA_DOES_NOT_EXIST_ERROR: 'Missing schema',
  GENERIC_DB_ENGINE_ERROR: 'DB engine Error',
  BACKEND_TIMEOUT_ERROR: 'Timeout error',
  SQLLAB_TIMEOUT_ERROR: 'Timeout error',
  FRONTEND_TIMEOUT_ERROR: 'Timeout error',
  FRONTEND_NETWORK_ERROR: 'Network error',
  DML_NOT_ALLOWED_ERROR: 'Data manipulation is not allowed',
  DATASOURCE_SECURITY_ACCESS_ERROR: 'No access to this dataset',
  TABLE_SECURITY_ACCESS_ERROR: 'No access to this table',
  DATABASE_SECURITY_ACCESS_ERROR: 'No access to this database',
  GENERIC_COMMAND_ERROR: 'This could not be done',
};

/** What an error is called: of a connection, by the engine that tells it. */
function titleOf({ error_type, extra }: ErrorBody): string {
  const { engine_name } = extra ?? {};
  if (error_type.startsWith('CONNECTION_'))
    return typeof engine_name === 'string' ? `${engine_name} Error` : 'Database error';
  return TITLES[error_type] ?? 'Unexpected error';
}

/** The one face of an error: its title by type, its message, and what may have caused it. */
export function ErrorAlert({ title, errors, compact = false, action, onAuthorized }: ErrorAlertProps) {
  const [open, setOpen] = useState(false);
  const first = errors[0];
  if (!first) return null;
  const heading = title ?? (grantLink(first.extra) ? 'Permission needed' : titleOf(first));
  const level = first.level === 'info' || first.level === 'warning' ? first.level : 'error';
  const authorization = authorizationOf(first);
  if (authorization)
    return (
      <AuthorizationAlert
        authorization={authorization}
        level={level}
        compact={compact}
        onAuthorized={onAuthorized}
      />
    );
  const details = <ErrorDetails errors={errors} />;
  if (!compact)
    return (
      <Alert
        className={styles.alert}
        type={level}
        showIcon
        title={heading}
        description={details}
        action={action}
        role="alert"
      />
    );
  return (
    <div className={styles.compact} role="alert">
      <strong className={styles.heading} data-level={level}>
        {heading}
      </strong>
      <p className={`${styles.message} ${styles.cut}`}>{first.message}</p>
      <Button size="small" onClick={() => setOpen(true)}>
        See more
      </Button>
      {open && (
        <ErrorDialog title={heading} onClose={() => setOpen(false)}>
          {details}
        </ErrorDialog>
      )}
    </div>
  );
}

function ErrorDetails({ errors }: { errors: readonly ErrorBody[] }) {
  return (
    <div>
      {errors.map((error) => (
        <div key={`${error.error_type}:${error.message}`}>
          <ErrorText message={error.message} />
          <Causes extra={error.extra} />
          <Grant extra={error.extra} />
        </div>
      ))}
    </div>
  );
}

/** A line that only points at a place of the line before it, as engines show where a statement is wrong. */
const POINTER = /^[ \t]*\^[\^~ ]*$/;

/** A message in words; an excerpt of SQL with a mark below it in letters of one width, so that the mark stands below its place. */
function ErrorText({ message }: { message: string }) {
  const lines = message.split('\n');
  const pointer = lines.findIndex((line, index) => index > 0 && POINTER.test(line));
  if (pointer < 0) return <div className={styles.message}>{message}</div>;
  const before = lines
    .slice(0, pointer - 1)
    .join('\n')
    .trimEnd();
  const after = lines
    .slice(pointer + 1)
    .join('\n')
    .trim();
  return (
    <>
      {before !== '' && <div className={styles.message}>{before}</div>}
      <pre className={styles.excerpt}>{lines.slice(pointer - 1, pointer + 1).join('\n')}</pre>
      {after !== '' && <ErrorText message={after} />}
    </>
  );
}

/** The way to the remedy, for whoever looks after roles: the person themselves, or somebody to whom they send the link. */
function Grant({ extra }: { extra: ErrorBody['extra'] }) {
  const link = grantLink(extra);
  if (link === undefined) return null;
  return (
    <div className={styles.causes}>
      <a href={link}>Request Access</a>: the link leads whoever manages roles to where it is granted. If that
      is not you, send it to them.
    </div>
  );
}

function grantLink(extra: ErrorBody['extra']): string | undefined {
  const { permission, view } = extra ?? {};
  if (typeof permission !== 'string' || typeof view !== 'string') return undefined;
  return `/roles/?grant=${encodeURIComponent(`${permission} ${view}`)}`;
}

function Causes({ extra }: { extra: ErrorBody['extra'] }) {
  const given = extra?.issue_codes;
  const codes = Array.isArray(given) ? given.filter((each) => !isUntelling(each)) : [];
  if (codes.length === 0) return null;
  return (
    <div className={styles.causes}>
      This may be triggered by:
      <ul>
        {codes.map((each) =>
          typeof each === 'object' && each !== null && 'message' in each ? (
            <li key={String(each.message)}>{String(each.message)}</li>
          ) : null,
        )}
      </ul>
    </div>
  );
}

/** Whether a cause only says that something was run: the message has told what. */
function isUntelling(cause: unknown): boolean {
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 1010;
}
