import { SearchOutlined } from '@ant-design/icons';
import { loadable } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { fetchRelated } from '../../api/list.ts';
import { useNarrow } from '../use-narrow.ts';
import type { FilterRange, FilterValue, FilterValues } from './list-state.ts';
import styles from './list-view.module.css';

// Calendars are heavy, and few lists have them.
const waiting = () => <Input disabled aria-busy />;
const DatesField = loadable(async () => (await import('./range-fields.tsx')).DatesField, waiting);
const NumbersField = loadable(async () => (await import('./range-fields.tsx')).NumbersField, waiting);

export type Choice = { label: string; value: string | number | boolean };

/** One filter of a list page. */
export interface ListFilterField {
  /** Name in the address. */
  key: string;
  label: string;
  column: string;
  /** Of `dates` and `numbers` it says nothing: they ask for more and for less than their two ends. */
  operator: string;
  kind: 'search' | 'select' | 'dates' | 'numbers';
  /** Dates as the server compares them: epoch milliseconds, or a text (the default). */
  asMilliseconds?: boolean;
  choices?: Choice[];
  /** Column whose related values are offered, asked for when opened. */
  related?: string;
  /** Choices from elsewhere, e.g. all datasets. */
  load?: (search: string, signal: AbortSignal) => Promise<Choice[]>;
}

export interface ListFiltersProps {
  resource: string;
  fields: ListFilterField[];
  values: FilterValues;
  onChange: (values: FilterValues) => void;
  /** Stand before and behind the filters. */
  before?: ReactNode;
  behind?: ReactNode;
}

/** Filters that are shown before 'More filters', on narrow screens and on others. */
const FEW = 2;
const MANY = 10;

/** The row of filters above a list. */
export function ListFilters({ resource, fields, values, onChange, before, behind }: ListFiltersProps) {
  const set = (key: string, value: FilterValue | undefined) => {
    const { [key]: _old, ...rest } = values;
    onChange(value === undefined || value === '' ? rest : { ...rest, [key]: value });
  };
  const narrow = useNarrow();
  const [all, setAll] = useState(false);
  const most = narrow ? FEW : MANY;
  const folds = fields.length > most;
  // What the list is narrowed by is never out of sight.
  const shown =
    folds && !all ? fields.filter((field, index) => index < most || values[field.key] !== undefined) : fields;
  return (
    <search className={styles.filters}>
      {before}
      {shown.map((field) => (
        <div key={field.key} className={styles.filter} data-wide={field.kind === 'dates'}>
          <label htmlFor={`filter-${field.key}`}>{field.label}</label>
          <Field
            resource={resource}
            field={field}
            value={values[field.key]}
            onChange={(value) => set(field.key, value)}
          />
        </div>
      ))}
      {folds && (
        <Button
          className={styles.moreFilters}
          type="link"
          size="small"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? 'Fewer filters' : 'More filters'}
        </Button>
      )}
      {behind}
    </search>
  );
}

interface FieldProps {
  resource: string;
  field: ListFilterField;
  value: FilterValue | undefined;
  onChange: (value: FilterValue | undefined) => void;
}

function Field({ resource, field, value, onChange }: FieldProps) {
  const id = `filter-${field.key}`;
  const range: FilterRange | undefined = Array.isArray(value) ? value : undefined;
  if (field.kind === 'search') return <SearchField id={id} value={String(value ?? '')} onSubmit={onChange} />;
  if (field.kind === 'dates' || field.kind === 'numbers')
    return field.kind === 'dates' ? (
      <DatesField id={id} value={range} onChange={onChange} />
    ) : (
      <NumbersField id={id} label={field.label} value={range} onChange={onChange} />
    );
  return (
    <ChoiceField
      id={id}
      resource={resource}
      field={field}
      value={Array.isArray(value) ? undefined : value}
      onChoose={onChange}
    />
  );
}

function SearchField({
  id,
  value,
  onSubmit,
}: {
  id: string;
  value: string;
  onSubmit: (value: string) => void;
}) {
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  return (
    <Input
      id={id}
      allowClear
      prefix={<SearchOutlined aria-hidden />}
      placeholder="Type a value"
      value={draft}
      onChange={(event) => {
        setDraft(event.target.value);
        if (event.target.value === '') onSubmit('');
      }}
      onPressEnter={() => onSubmit(draft.trim())}
      onBlur={() => draft.trim() !== value && onSubmit(draft.trim())}
    />
  );
}

interface ChoiceFieldProps {
  id: string;
  resource: string;
  field: ListFilterField;
  value: string | number | boolean | undefined;
  onChoose: (value: string | number | boolean | undefined) => void;
}

function ChoiceField({ id, resource, field, value, onChoose }: ChoiceFieldProps) {
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const related = useQuery({
    queryKey: [resource, 'choices', field.key, search],
    enabled: !field.choices && (open || value !== undefined),
    queryFn: async ({ signal }): Promise<Choice[]> => {
      if (field.load) return field.load(search, signal);
      const answer = await fetchRelated(resource, field.related ?? field.column, { search }, signal);
      return answer.map((each) => ({ label: each.text, value: each.value }));
    },
  });
  const choices = field.choices ?? related.data ?? [];
  return (
    <Select
      id={id}
      allowClear
      placeholder="Choose..."
      value={value}
      loading={related.isFetching}
      onOpenChange={setOpen}
      popupMatchSelectWidth={300}
      options={choices}
      onChange={(next) => onChoose(next)}
      showSearch={{
        filterOption: field.choices
          ? (text, option) => String(option?.label).toLowerCase().includes(text.toLowerCase())
          : false,
        onSearch: setSearch,
      }}
    />
  );
}
