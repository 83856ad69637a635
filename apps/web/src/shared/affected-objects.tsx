import { chartUrl, dashboardTitle, dashboardUrl, type RelatedObjects } from '@chartroom/model';
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
    ({ id }) => chartUrl(id),
  );
  const dashboards = named(
    answers.flatMap(({ data }) => data?.dashboards.result ?? []),
    ({ title }) => dashboardTitle({ dashboard_title: title }),
    dashboardUrl,
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
      <AffectedList title="Affected Dashboards" things={dashboards} />
      <AffectedList title="Affected Charts" things={charts} />
    </>
  );
}

/** What is affected, and where it opens. */
interface AffectedThing {
  id: number;
  name: string;
  url: string;
}

/** What several of them live on is told once. */
function named<Row extends { id: number }>(
  rows: Row[],
  nameOf: (row: Row) => string,
  urlOf: (row: Row) => string,
): AffectedThing[] {
  return [
    ...new Map(rows.map((row) => [row.id, { id: row.id, name: nameOf(row), url: urlOf(row) }])).values(),
  ];
}

interface AffectedListProps {
  title: string;
  things: readonly AffectedThing[];
  /** How many more there are whose names the person may not know. */
  unseen?: number;
}

/** Names of what is affected as links, the first ten, and how many others there are. */
export function AffectedList({ title, things, unseen = 0 }: AffectedListProps) {
  if (things.length + unseen === 0) return null;
  return (
    <>
      <b>{title}</b>
      <ul>
        {things.slice(0, MOST).map(({ id, name, url }) => (
          <li key={id}>
            <a href={url} target="_blank" rel="noreferrer">
              {name}
            </a>
          </li>
        ))}
        {things.length > MOST && <li>... and {things.length - MOST} others</li>}
        {unseen > 0 && <li>{unseen} that you may not see</li>}
      </ul>
    </>
  );
}
