import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { tagNames } from '../../api/tags.ts';

const isRefused = (error: Error | null): boolean => error instanceof ApiError && error.status === 403;

/** Names of tags, of those that there are and new ones; a field of a form gives it what it wants. */
export function TagSelect({
  value,
  onChange,
  id,
}: {
  value?: string[];
  onChange?: (value: string[]) => void;
  id?: string;
}) {
  const [search, setSearch] = useState('');
  const known = useQuery({
    queryKey: ['tag', 'names', search],
    queryFn: ({ signal }) => tagNames(search, signal),
  });
  return (
    <Select<string[]>
      mode="tags"
      {...(id ? { id } : {})}
      placeholder="Select Tags"
      value={value ?? []}
      {...(onChange ? { onChange } : {})}
      loading={known.isFetching}
      {...(isRefused(known.error) && { notFoundContent: 'You do not have permission to read tags' })}
      options={(known.data ?? []).map((name) => ({ value: name, label: name }))}
      showSearch={{ onSearch: setSearch }}
    />
  );
}
