import { FolderOutlined } from '@ant-design/icons';
import { savedQueryFoldersApi } from '@chartroom/model';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import type { FilterValues } from '../../shared/list-view/list-state.ts';
import styles from './saved-queries.module.css';

interface QueryFoldersProps {
  values: FilterValues;
  onChange: (values: FilterValues) => void;
}

/** The tags of the person's queries as folders, each with how many are in it; one is open at a time. */
export function QueryFolders({ values, onChange }: QueryFoldersProps) {
  const folders = useQuery({
    queryKey: ['saved_query', 'folders'],
    queryFn: async ({ signal }) => (await api(savedQueryFoldersApi.list, { signal })).result,
  });
  // Without a tag there is nothing to choose from. Should they not come, the list is there all the same.
  if (!folders.data?.some(({ id }) => id !== null)) return null;
  const { tag, untagged, ...others } = values;
  return (
    <nav className={styles.folders} aria-label="Folders">
      <button
        type="button"
        aria-pressed={tag === undefined && untagged === undefined}
        onClick={() => onChange(others)}
      >
        All queries
      </button>
      {folders.data.map(({ id, name, count }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === null ? untagged === true : tag === id}
          onClick={() => onChange(id === null ? { ...others, untagged: true } : { ...others, tag: id })}
        >
          <FolderOutlined aria-hidden /> {name} <small>{count}</small>
        </button>
      ))}
    </nav>
  );
}
