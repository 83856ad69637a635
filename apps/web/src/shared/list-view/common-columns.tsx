import type { Person } from '@chartroom/model';
import type { ComponentProps } from 'react';
import { Faces } from '../faces.tsx';
import { TagNames } from '../tags/tag-names.tsx';
import type { ListColumn } from './list-columns.tsx';

/** Columns that several lists share. */
export const TAGS: ListColumn<Pick<ComponentProps<typeof TagNames>, 'tags'>> = {
  key: 'tags',
  title: 'Tags',
  secondary: true,
  render: (row) => <TagNames tags={row.tags} />,
};
export const OWNERS: ListColumn<{ owners: Person[] }> = {
  key: 'owners',
  title: 'Owners',
  secondary: true,
  render: (row) => <Faces people={row.owners} />,
};
export const LAST_MODIFIED: ListColumn<{ changed_on_delta_humanized: string | null }> = {
  key: 'changed_on_delta_humanized',
  title: 'Last modified',
  sortable: true,
  render: (row) => row.changed_on_delta_humanized,
};
