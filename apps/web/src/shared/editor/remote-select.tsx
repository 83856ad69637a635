import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { fetchList, fetchRelated, type ListFilter } from '../../api/list.ts';

interface Choice {
  value: number;
  label: string;
}

export interface RemoteSelectProps {
  /** Name of the question among all that are kept. */
  source: readonly string[];
  /** Choices for a typed text; without one, those that must be among them. */
  load: (asked: { search: string; include: number[] }, signal: AbortSignal) => Promise<Choice[]>;
  /** Set by the form: ids. */
  value?: number[];
  onChange?: (value: number[]) => void;
  id?: string;
  placeholder?: string;
  /** What it is called, where no label of a form says so. */
  label?: string;
}

/** Several things by id, searched on the server; those chosen at first are among the choices. */
export function RemoteSelect(props: RemoteSelectProps) {
  const { source, load, value = [], onChange, id, placeholder, label } = props;
  const [search, setSearch] = useState('');
  const [first] = useState(value);
  // Names of what was found in earlier searches.
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  const found = useQuery({
    queryKey: [...source, 'choices', search],
    queryFn: ({ signal }) => load({ search, include: search ? [] : first }, signal),
  });
  const offered = found.data ?? [];
  const kept = value
    .filter((each) => !offered.some((choice) => choice.value === each))
    .map((each) => ({ value: each, label: names.get(each) ?? `#${each}` }));
  return (
    <Select<number[]>
      mode="multiple"
      {...(id ? { id } : {})}
      {...(label ? { 'aria-label': label } : {})}
      placeholder={placeholder ?? 'Select ...'}
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

interface OneRemoteSelectProps extends Pick<RemoteSelectProps, 'source' | 'load' | 'placeholder'> {
  label: string;
  value: number | undefined;
  /** What it was called when it was chosen: it may be gone, or of another installation. */
  knownAs?: string | undefined;
  /** Told with the name of what was chosen. */
  onChange: (value: number | undefined, name?: string) => void;
}

/** One thing by its id, searched on the server. */
export function OneRemoteSelect(props: OneRemoteSelectProps) {
  const { source, load, label, value, onChange, placeholder = 'Select ...' } = props;
  const [search, setSearch] = useState('');
  const [first] = useState(value);
  const found = useQuery({
    queryKey: [...source, 'one of', search, first],
    queryFn: ({ signal }) =>
      load({ search, include: search === '' && first !== undefined ? [first] : [] }, signal),
  });
  const [name, setName] = useState<string>();
  const offered = found.data ?? [];
  const isOffered = offered.some((choice) => choice.value === value);
  const kept =
    value === undefined || isOffered ? [] : [{ value, label: name ?? props.knownAs ?? `#${value}` }];
  return (
    <Select<number>
      aria-label={label}
      value={value ?? null}
      loading={found.isFetching}
      options={[...offered, ...kept]}
      placeholder={placeholder}
      onChange={(next) => {
        const chosen = offered.find((choice) => choice.value === next)?.label;
        setName(chosen);
        onChange(next, chosen);
      }}
      showSearch={{ filterOption: false, onSearch: setSearch }}
    />
  );
}

type FieldProps = Omit<RemoteSelectProps, 'source' | 'load'>;

/** Related things as the resource itself offers them, e.g. the datasets of a row rule. */
export function RelatedSelect({
  resource,
  column,
  ...field
}: FieldProps & { resource: string; column: string }) {
  return (
    <RemoteSelect
      {...field}
      source={[resource, 'related', column]}
      load={async (asked, signal) => {
        const answer = await fetchRelated(resource, column, asked, signal);
        return answer.map((choice) => ({ value: Number(choice.value), label: choice.text }));
      }}
    />
  );
}

/** Things of a resource that are known by one text column, e.g. roles by `name`. */
export function NamedSelect({
  resource,
  column,
  ...field
}: FieldProps & { resource: string; column: string }) {
  return (
    <RemoteSelect
      {...field}
      source={[resource, 'named']}
      load={(asked, signal) => namedChoices(resource, column, asked, signal)}
    />
  );
}

/** Up to 100 things whose column contains a text, by that column and among those that meet further conditions; those included come first. */
export async function namedChoices(
  resource: string,
  column: string,
  asked: { search: string; include: number[] },
  signal: AbortSignal,
  among: ListFilter[] = [],
): Promise<Choice[]> {
  const ask = (filters: ListFilter[]) =>
    fetchList<Record<string, unknown> & { id: number }>(
      resource,
      { filters, order_column: column, order_direction: 'asc', page: 0, page_size: 100 },
      signal,
    );
  const [included, found] = await Promise.all([
    asked.include.length > 0 ? ask([{ col: 'id', opr: 'in', value: asked.include }]) : undefined,
    ask(asked.search ? [...among, { col: column, opr: 'ct', value: asked.search }] : among),
  ]);
  const rows = new Map([...(included?.result ?? []), ...found.result].map((row) => [row.id, row]));
  return [...rows.values()].map((row) => ({ value: row.id, label: String(row[column]) }));
}
