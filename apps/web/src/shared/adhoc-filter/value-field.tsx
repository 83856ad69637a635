import { type AdhocFilter, GenericType, grouped } from '@chartroom/model';
import { Input, Select } from 'antd';
import { useState } from 'react';
import { type OfferedValue, useOfferedValues } from './column-values.ts';
import type { FilteredDataset } from './filtered-dataset.ts';
import { tidyValues, typedValue } from './pasted-values.ts';
import styles from './popover.module.css';

/** What each part of the popover works with. */
export interface PartProps {
  draft: AdhocFilter;
  datasource: FilteredDataset;
  onChange: (part: Partial<AdhocFilter>) => void;
}

/** The values that a filter compares with: chosen from those that the column has, typed, or pasted as a list. */
export function ValueField({ draft, datasource, many, onChange }: PartProps & { many: boolean }) {
  const subject = typeof draft.subject === 'string' ? draft.subject : undefined;
  const [isLooking, setIsLooking] = useState(false);
  const { values, isFetching } = useOfferedValues(datasource, subject, isLooking);
  const numeric = isNumeric(draft, datasource);
  const typed = (text: string) => typedValue(text, numeric);
  const offered = new Set(values.map(({ value }) => value));
  const shared = {
    'aria-label': 'Value',
    className: styles.wide,
    loading: isFetching,
    options: values,
    optionRender: ({ data }: { data: OfferedValue }) => <Offered {...data} />,
    onOpenChange: (open: boolean) => open && setIsLooking(true),
  };
  if (many) {
    const chosen = Array.isArray(draft.comparator) ? draft.comparator.map(String) : [];
    return (
      <Select
        {...shared}
        mode="tags"
        tokenSeparators={[',', '\n', '\t', ';']}
        maxTagCount="responsive"
        placeholder={isFetching || values.length === 0 ? 'Type a value' : `${values.length} option(s)`}
        value={chosen}
        onChange={(next: string[]) => onChange({ comparator: tidyValues(next, offered).map(typed) })}
      />
    );
  }
  if (values.length === 0) {
    return (
      <Input
        aria-label="Value"
        placeholder="Filter value"
        value={String(draft.comparator ?? '')}
        onChange={(event) => onChange({ comparator: typed(event.target.value) })}
      />
    );
  }
  const isEmpty = draft.comparator === undefined || draft.comparator === null || draft.comparator === '';
  return (
    <Select
      {...shared}
      mode="tags"
      maxCount={1}
      placeholder={`${values.length} option(s)`}
      value={isEmpty ? [] : [String(draft.comparator)]}
      onChange={(next: string[]) => {
        const last = tidyValues(next, offered).at(-1);
        onChange({ comparator: last === undefined ? undefined : typed(last) });
      }}
    />
  );
}

/** A value, and how many rows have it. */
function Offered({ label, rows }: OfferedValue) {
  return (
    <span className={styles.offered}>
      <span>{label}</span>
      {rows !== undefined && <span className={styles.rows}>{grouped(rows)}</span>}
    </span>
  );
}

/** Whether a filter is on a column of numbers. */
export function isNumeric({ subject }: AdhocFilter, { columns }: FilteredDataset): boolean {
  const column = columns.find(({ column_name }) => column_name === subject);
  return column?.type_generic === GenericType.NUMERIC;
}
