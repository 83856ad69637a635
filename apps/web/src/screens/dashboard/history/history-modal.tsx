import {
  type Board,
  type BoardChange,
  boardChanges,
  boardOf,
  type DashboardVersion,
  dashboardVersionsApi,
} from '@chartroom/model';
import { ErrorAlert, TextDiff } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useMemo } from 'react';
import { api } from '../../../api/api.ts';
import { errorsOf } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { spokenMoment } from '../../../base/spoken-moment.ts';
import { toast } from '../../../base/toasts.tsx';
import { VersionBrowser } from '../../../shared/versions/version-browser.tsx';
import { useDashboard } from '../store/dashboard-context.ts';
import { BoardSketch } from './board-sketch.tsx';
import styles from './history.module.css';

/** 'Version history': who saved the dashboard when, what changed, and a way back. */
export function HistoryModal({ onClose }: { onClose: () => void }) {
  const { id } = useDashboard((state) => state.dashboard.info);
  const listed = useQuery({
    queryKey: ['dashboard-versions', id],
    queryFn: ({ signal }) => api(dashboardVersionsApi.list, { params: { pk: id }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const restore = async ({ number, changed_on }: DashboardVersion) => {
    const { missing_charts } = await api(dashboardVersionsApi.restore, { params: { pk: id, number } });
    toast.success(`The dashboard is what it was on ${spokenMoment(changed_on)}.`);
    if (missing_charts.length > 0)
      toast.warning(`Charts that are no longer there did not come back: ${missing_charts.join(', ')}`);
    onClose();
    await queryClient.resetQueries({ queryKey: ['dashboard', 'open'] });
  };
  return (
    <VersionBrowser listed={listed} savedBy={nameOf} restore={restore} onClose={onClose}>
      {(version, before) => <Compared id={id} number={version.number} before={before?.number} />}
    </VersionBrowser>
  );
}

function nameOf({ changed_by }: DashboardVersion): string {
  return changed_by ? `${changed_by.first_name} ${changed_by.last_name}`.trim() : 'Unknown';
}

/** A version beside the one before it. */
function Compared({ id, number, before }: { id: number; number: number; before: number | undefined }) {
  const now = useBoard(id, number);
  const old = useBoard(id, before);
  const failed = now.error ?? old.error;
  const changes = useMemo(
    () => (now.data && old.data ? boardChanges(old.data, now.data) : []),
    [now.data, old.data],
  );
  if (failed) return <ErrorAlert errors={errorsOf(failed)} />;
  return (
    <>
      {(!now.data || (before !== undefined && !old.data)) && <Skeleton active paragraph={{ rows: 8 }} />}
      {now.data && <Boards board={now.data} before={old.data} changes={changes} />}
    </>
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
