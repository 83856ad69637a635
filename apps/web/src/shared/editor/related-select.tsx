import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { fetchRelated } from '../../api/list.ts';

export interface RelatedSelectProps {
  /** Resource and column whose related values are offered, e.g. `rowlevelsecurity`, `roles`. */
  resource: string;
  column: string;
  /** Set by the form: ids. */
  value?: number[];
  onChange?: (value: number[]) => void;
  id?: string;
  placeholder?: string;
  disabled?: boolean;
}

/** Several related things by id, searched on the server; those chosen are always among the choices. */
export function RelatedSelect({ resource, column, value = [], onChange, id, placeholder, disabled }: RelatedSelectProps) {
  const [search, setSearch] = useState('');
  const [first] = useState(value);
  const found = useQuery({
    queryKey: [resource, 'related', column, search],
    queryFn: ({ signal }) => fetchRelated(resource, column, search ? { search } : { include: first }, signal),
  });
  // Names of what was chosen in an earlier search stay known.
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  const offered = (found.data ?? []).map((choice) => ({ value: Number(choice.value), label: choice.text }));
  const kept = value
    .filter((each) => !offered.some((choice) => choice.value === each))
    .map((each) => ({ value: each, label: names.get(each) ?? `#${each}` }));
  return (
    <Select<number[]>
      mode="multiple"
      {...(id ? { id } : {})}
      placeholder={placeholder ?? 'Select ...'}
      disabled={disabled ?? false}
      value={value}
      loading={found.isFetching}
      options={[...offered, ...kept]}
      maxTagCount="responsive"
      onChange={(next) => {
        setNames(new Map([...names, ...offered.map((choice) => [choice.value, choice.label] as const)]));
        onChange?.(next);
      }}
      showSearch={{ filterOption: false, onSearch: setSearch }}
    />
  );
}
