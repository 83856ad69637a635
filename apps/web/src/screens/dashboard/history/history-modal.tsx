import {
  type Board,
  type BoardChange,
  boardChanges,
  boardOf,
  type DashboardVersion,
  dashboardVersionsApi,
} from '@chartroom/model';
import { EmptyState, ErrorAlert, TextDiff } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal, Popconfirm, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { api } from '../../../api/api.ts';
import { errorsOf, errorText } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { spokenMoment } from '../../../base/spoken-moment.ts';
import { toast } from '../../../base/toasts.tsx';
import { useDashboard } from '../store/dashboard-context.ts';
import { BoardSketch } from './board-sketch.tsx';
import styles from './history.module.css';

/** Versions that are shown before 'Show older versions' is pressed. */
const AT_ONCE = 100;

/** 'Version history': who saved the dashboard when, what changed, and a way back. */
export function HistoryModal({ onClose }: { onClose: () => void }) {
  const { id } = useDashboard((state) => state.dashboard.info);
  const listed = useQuery({
    queryKey: ['dashboard-versions', id],
    queryFn: ({ signal }) => api(dashboardVersionsApi.list, { params: { pk: id }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const [chosen, setChosen] = useState<number>();
  const [most, setMost] = useState(AT_ONCE);
  const versions = listed.data?.result ?? [];
  const at = Math.max(
    0,
    versions.findIndex(({ number }) => number === chosen),
  );
  const version = versions[at];
  return (
    <Modal open title="Version history" width={1120} footer={null} onCancel={onClose}>
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
                  <span>{nameOf(each)}</span>
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
          <Compared
            key={version.number}
            id={id}
            version={version}
            before={versions[at + 1]}
            isLast={at === 0}
            onRestored={onClose}
          />
        </div>
      )}
    </Modal>
  );
}

function nameOf({ changed_by }: DashboardVersion): string {
  return changed_by ? `${changed_by.first_name} ${changed_by.last_name}`.trim() : 'Unknown';
}

interface ComparedProps {
  id: number;
  version: DashboardVersion;
  /** The version that it is compared with. */
  before: DashboardVersion | undefined;
  isLast: boolean;
  onRestored: () => void;
}

/** A version beside the one before it. */
function Compared({ id, version, before, isLast, onRestored }: ComparedProps) {
  const now = useBoard(id, version.number);
  const old = useBoard(id, before?.number);
  const [busy, setBusy] = useState(false);
  const failed = now.error ?? old.error;
  const changes = useMemo(
    () => (now.data && old.data ? boardChanges(old.data, now.data) : []),
    [now.data, old.data],
  );
  const restore = async () => {
    setBusy(true);
    try {
      const { missing_charts } = await api(dashboardVersionsApi.restore, {
        params: { pk: id, number: version.number },
      });
      toast.success(`The dashboard is what it was on ${spokenMoment(version.changed_on)}.`);
      if (missing_charts.length > 0)
        toast.warning(`Charts that are no longer there did not come back: ${missing_charts.join(', ')}`);
      onRestored();
      await queryClient.resetQueries({ queryKey: ['dashboard', 'open'] });
    } catch (error) {
      toast.error(errorText(error));
      setBusy(false);
    }
  };
  return (
    <section className={styles.compared} aria-label={`Version ${version.number}`}>
      <header>
        <h3>
          Version {version.number}: {version.summary}
        </h3>
        {!isLast && (
          <Popconfirm
            title="Restore this version?"
            description="What is there now stays in the history."
            okText="Restore"
            onConfirm={() => void restore()}
          >
            <Button type="primary" loading={busy}>
              Restore this version
            </Button>
          </Popconfirm>
        )}
      </header>
      {failed && <ErrorAlert errors={errorsOf(failed)} />}
      {!failed && (!now.data || (before && !old.data)) && <Skeleton active paragraph={{ rows: 8 }} />}
      {now.data && <Boards board={now.data} before={old.data} changes={changes} />}
    </section>
  );
}

function Boards({
  board,
  before,
  changes,
}: {
  board: Board;
  before: Board | undefined;
  changes: readonly BoardChange[];
}) {
  if (!before) return <BoardSketch layout={board.layout} changes={[]} label="The board" />;
  return (
    <>
      {changes.length > 0 && (
        <ul className={styles.changes}>
          {changes.map((change) => (
            <li key={`${change.id} ${change.kind}`} data-kind={change.kind}>
              {change.kind === 'renamed' ? `renamed to “${change.name}”` : `${change.name}: ${change.kind}`}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.pair}>
        <figure>
          <figcaption>Before</figcaption>
          <BoardSketch
            layout={before.layout}
            changes={changes.filter(({ kind }) => kind !== 'added')}
            label="Before"
          />
        </figure>
        <figure>
          <figcaption>In this version</figcaption>
          <BoardSketch
            layout={board.layout}
            changes={changes.filter(({ kind }) => kind !== 'removed')}
            label="In this version"
          />
        </figure>
      </div>
      <div className={styles.texts}>
        <TextDiff
          language="json"
          before={textOf(before)}
          after={textOf(board)}
          labels={['Document before', 'Document of this version']}
        />
      </div>
    </>
  );
}

/** A version as it is compared; it never changes. */
function useBoard(id: number, number: number | undefined) {
  return useQuery({
    queryKey: ['dashboard-version', id, number],
    enabled: number !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { result } = await api(dashboardVersionsApi.show, {
        params: { pk: id, number: number ?? 0 },
        signal,
      });
      return boardOf(result.document);
    },
  });
}

function textOf({ fields, settings, layout }: Board): string {
  return JSON.stringify({ ...fields, json_metadata: settings, position_json: layout }, null, 2);
}
