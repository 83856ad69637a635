import { dashboardTitle, type RelatedObjects } from '@chartroom/model';
import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';

/** Names shown of each kind before '... and N others'. */
const MOST = 10;

interface AffectedObjectsProps {
  noun: 'dataset' | 'database';
  rows: { id: number; name: string }[];
  /** Asks what lives on one of them. */
  related: (id: number, signal: AbortSignal) => Promise<RelatedObjects>;
  /** What is said of how many there are; absent: that they are about to be deleted. */
  lead?: (charts: number, dashboards: number) => ReactNode;
}

/** What a person should know before datasets or connections go or change: the charts and dashboards that live on them, the first ten of each. */
export function AffectedObjects({ noun, rows, related, lead }: AffectedObjectsProps) {
  const answers = useQueries({
    queries: rows.map(({ id }) => ({
      // Not of the list's: what is deleted is not asked for once more.
      queryKey: ['related_objects', noun, id],
      queryFn: ({ signal }: { signal: AbortSignal }) => related(id, signal),
    })),
  });
  const charts = named(
    answers.flatMap(({ data }) => data?.charts.result ?? []),
    (each) => each.slice_name,
  );
  const dashboards = named(
    answers.flatMap(({ data }) => data?.dashboards.result ?? []),
    ({ title }) => dashboardTitle({ dashboard_title: title }),
  );
  return (
    <>
      {lead ? (
        lead(charts.length, dashboards.length)
      ) : (
        <p>
          The {noun} <b>{rows.map(({ name }) => name).join(', ')}</b> is linked to {charts.length} charts that
          appear on {dashboards.length} dashboards. Are you sure you want to continue? Deleting the {noun}{' '}
          will break those objects.
        </p>
      )}
      <Affected title="Affected Dashboards" things={dashboards} />
      <Affected title="Affected Charts" things={charts} />
    </>
  );
}

interface Thing {
  id: number;
  name: string;
}

/** What several of them live on is told once. */
function named<Row extends { id: number }>(rows: Row[], nameOf: (row: Row) => string): Thing[] {
  return [...new Map(rows.map((row) => [row.id, { id: row.id, name: nameOf(row) }])).values()];
}

function Affected({ title, things }: { title: string; things: Thing[] }) {
  if (things.length === 0) return null;
  return (
    <>
      <b>{title}</b>
      <ul>
        {things.slice(0, MOST).map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
        {things.length > MOST && <li>... and {things.length - MOST} others</li>}
      </ul>
    </>
  );
}
