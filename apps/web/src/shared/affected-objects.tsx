/** Names shown of each kind before '... and N others'. */
const MOST = 10;

/** Dashboards and charts that would break, the first ten of each. */
export function AffectedObjects({ dashboards, charts }: { dashboards: string[]; charts: string[] }) {
  return (
    <>
      <Affected title="Affected Dashboards" names={dashboards} />
      <Affected title="Affected Charts" names={charts} />
    </>
  );
}

function Affected({ title, names }: { title: string; names: string[] }) {
  if (names.length === 0) return null;
  return (
    <>
      <b>{title}</b>
      <ul>
        {names.slice(0, MOST).map((name) => (
          <li key={name}>{name}</li>
        ))}
        {names.length > MOST && <li>... and {names.length - MOST} others</li>}
      </ul>
    </>
  );
}
