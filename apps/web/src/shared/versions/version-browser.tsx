import { EmptyState, ErrorAlert } from '@chartroom/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button, Popconfirm, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { errorsOf, errorText } from '../../api/client.ts';
import { spokenMoment } from '../../base/spoken-moment.ts';
import { toast } from '../../base/toasts.tsx';
import { Dialog } from '../dialog.tsx';
import styles from './versions.module.css';

/** Versions that are shown before 'Show older versions' is pressed. */
const AT_ONCE = 100;

/** A state that was saved. */
export interface Version {
  /** Counts the versions of one thing from 1. */
  number: number;
  changed_on: string;
  summary: string;
}

interface VersionBrowserProps<V extends Version> {
  /** Newest first. */
  listed: UseQueryResult<{ result: V[] }>;
  /** Who saved it, where others may. */
  savedBy?: (version: V) => string;
  /** Makes the thing what it was; absent: the person may not change it. */
  restore?: ((version: V) => Promise<void>) | undefined;
  onClose: () => void;
  /** A version beside the one before it. */
  children: (version: V, before: V | undefined) => ReactNode;
}

/** 'Version history': what was saved when, what changed, and a way back. */
export function VersionBrowser<V extends Version>(props: VersionBrowserProps<V>) {
  const { listed, savedBy, restore } = props;
  const [chosen, setChosen] = useState<number>();
  const [most, setMost] = useState(AT_ONCE);
  const versions = listed.data?.result ?? [];
  const at = Math.max(
    0,
    versions.findIndex(({ number }) => number === chosen),
  );
  const version = versions[at];
  return (
    <Dialog title="Version history" width={1120} footer={null} onCancel={props.onClose}>
      {listed.isError && <ErrorAlert errors={errorsOf(listed.error)} />}
      {listed.isPending && <Skeleton active />}
      {listed.isSuccess && versions.length === 0 && (
        <EmptyState
          title="No version is kept yet"
          description="Every save from now on is one."
          size="small"
        />
      )}
      {version && (
        <div className={styles.history}>
          <ol className={styles.versions} aria-label="Versions">
            {versions.slice(0, most).map((each) => (
              <li key={each.number}>
                <button type="button" aria-pressed={each === version} onClick={() => setChosen(each.number)}>
                  <b>{spokenMoment(each.changed_on)}</b>
                  {savedBy && <span>{savedBy(each)}</span>}
                  <span className={styles.summary}>{each.summary}</span>
                </button>
              </li>
            ))}
            {versions.length > most && (
              <li>
                <Button block onClick={() => setMost(most + AT_ONCE)}>
                  Show older versions ({versions.length - most})
                </Button>
              </li>
            )}
          </ol>
          <section
            key={version.number}
            className={styles.compared}
            aria-label={`Version ${version.number}`}
            // Long texts are scrolled with the keyboard, too.
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller has to be reached
            tabIndex={0}
          >
            <header>
              <h3>
                Version {version.number}: {version.summary}
              </h3>
              {at > 0 && restore && <RestoreButton restore={() => restore(version)} />}
            </header>
            {props.children(version, versions[at + 1])}
          </section>
        </div>
      )}
    </Dialog>
  );
}

function RestoreButton({ restore }: { restore: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await restore();
    } catch (error) {
      toast.error(errorText(error));
      setBusy(false);
    }
  };
  return (
    <Popconfirm
      title="Restore this version?"
      description="What is there now stays in the history."
      okText="Restore"
      onConfirm={() => void confirm()}
    >
      <Button type="primary" loading={busy}>
        Restore this version
      </Button>
    </Popconfirm>
  );
}
