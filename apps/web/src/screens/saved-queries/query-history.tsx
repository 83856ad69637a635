import { type SavedQueryDocument, type SavedQueryVersion, savedQueryVersionsApi } from '@chartroom/model';
import { ErrorAlert, TextDiff } from '@chartroom/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { api } from '../../api/api.ts';
import { errorsOf } from '../../api/client.ts';
import { may } from '../../base/bootstrap.ts';
import { spokenMoment } from '../../base/spoken-moment.ts';
import { toast } from '../../base/toasts.tsx';
import { VersionBrowser } from '../../shared/versions/version-browser.tsx';
import styles from './saved-queries.module.css';

interface QueryHistoryProps {
  query: { id: number; name: string };
  onClose: () => void;
}

/** What a saved query was after each save, and a way back. */
export function QueryHistory({ query: { id, name }, onClose }: QueryHistoryProps) {
  const client = useQueryClient();
  const listed = useQuery({
    queryKey: ['saved_query', 'versions', id],
    queryFn: ({ signal }) => api(savedQueryVersionsApi.list, { params: { pk: id }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const restore = async ({ number, changed_on }: SavedQueryVersion) => {
    await api(savedQueryVersionsApi.restore, { params: { pk: id, number } });
    toast.success(`“${name}” is what it was on ${spokenMoment(changed_on)}.`);
    onClose();
    await client.invalidateQueries({ queryKey: ['saved_query'] });
  };
  return (
    <VersionBrowser
      listed={listed}
      restore={may('can_write', 'SavedQuery') ? restore : undefined}
      onClose={onClose}
    >
      {(version, before) => <Compared id={id} number={version.number} before={before?.number} />}
    </VersionBrowser>
  );
}

/** A version beside the one before it; the first one by itself. */
function Compared({ id, number, before }: { id: number; number: number; before: number | undefined }) {
  const now = useDocument(id, number);
  const old = useDocument(id, before);
  const failed = now.error ?? old.error;
  if (failed) return <ErrorAlert errors={errorsOf(failed)} />;
  if (!now.data || (before !== undefined && !old.data)) return <Skeleton active paragraph={{ rows: 8 }} />;
  const said = old.data ? changedFacts(old.data, now.data) : [];
  return (
    <>
      {said.length > 0 && (
        <dl className={styles.facts}>
          {said.map(({ label, from, to }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <del>{from}</del> <ins>{to}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <TextDiff
        language="sql"
        before={(old.data ?? now.data).sql ?? ''}
        after={now.data.sql ?? ''}
        labels={['SQL before', 'SQL of this version']}
      />
    </>
  );
}

const LABELS: readonly [keyof SavedQueryDocument, string][] = [
  ['label', 'Name'],
  ['description', 'Description'],
  ['catalog', 'Catalog'],
  ['schema', 'Schema'],
  ['template_parameters', 'Parameters'],
];

/** What differs besides the text. */
function changedFacts(before: SavedQueryDocument, now: SavedQueryDocument) {
  return LABELS.filter(([name]) => before[name] !== now[name]).map(([name, label]) => ({
    label,
    from: before[name] || '(none)',
    to: now[name] || '(none)',
  }));
}

/** A version as it is compared; it never changes. */
function useDocument(pk: number, number: number | undefined) {
  return useQuery({
    queryKey: ['saved-query-version', pk, number],
    enabled: number !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const params = { pk, number: number ?? 0 };
      return (await api(savedQueryVersionsApi.show, { params, signal })).result.document;
    },
  });
}
