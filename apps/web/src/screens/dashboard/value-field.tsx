import { type DataRow, GenericType } from '@chartroom/model';
import { Select } from 'antd';
import { useState } from 'react';
import { errorText } from '../../api/client.ts';
import { useSettled } from '../../shared/use-settled.ts';
import { useFilterAnswer } from './filter-answer.ts';
import styles from './filter-bar.module.css';
import { OFFERED } from './filter-question.ts';
import type { FilterValueProps } from './filter-value-props.ts';
import { selectMask } from './store/masks.ts';
import { type FilterScalar, optionsFor, scalarOf, textOf } from './value-options.ts';

/** Milliseconds after the last key until the server is asked (contract/ui.md C4). */
const PAUSE = 500;

/** Values of a column to choose from. Where there are more than are fetched at once, the server searches among all of them. */
export function ValueField({ filter, mask, parents, onChange }: FilterValueProps) {
  const [search, setSearch] = useState('');
  const settled = useSettled(search.trim(), PAUSE);
  const first = useFilterAnswer(filter, parents);
  const column = filter.targets?.[0]?.column?.name ?? '';
  const isCut = (first.data?.[0]?.data.length ?? 0) >= OFFERED;
  const isText = first.data?.[0]?.coltypes[0] === GenericType.STRING;
  const asksServer = isText && (isCut || filter.controlValues?.searchAllOptions === true);
  const found = useFilterAnswer(filter, parents, asksServer ? settled : '');
  const fetched = [first, found].flatMap((answer) =>
    (answer.data?.[0]?.data ?? []).map((row: DataRow) => scalarOf(row[column])),
  );
  const values: FilterScalar[] = Array.isArray(mask?.filterState?.value) ? mask.filterState.value : [];
  const all = [...values, ...fetched];
  const byText = new Map(all.map((value) => [textOf(value), value]));
  const many = filter.controlValues?.multiSelect !== false;
  const chosen = values.map(textOf);
  const take = (texts: string[]) => {
    setSearch('');
    onChange(
      selectMask(
        filter,
        texts.map((text) => (byText.has(text) ? (byText.get(text) ?? null) : text)),
      ),
    );
  };
  const problem = first.error ?? found.error;
  return (
    <>
      <Select<string[] | string | null>
        aria-labelledby={`label-${filter.id}`}
        aria-label={filter.name}
        {...(many ? { mode: 'multiple' } : {})}
        allowClear
        maxTagCount="responsive"
        loading={first.isFetching || found.isFetching}
        placeholder={first.data ? countText(first.data[0]?.data.length ?? 0) : 'Loading…'}
        value={many ? chosen : (chosen[0] ?? null)}
        options={optionsFor(all, search, { creatable: filter.controlValues?.creatable !== false })}
        showSearch={{ filterOption: false, searchValue: search, onSearch: setSearch }}
        onOpenChange={(open) => {
          if (!open) setSearch('');
        }}
        onChange={(next) => take([next ?? []].flat())}
      />
      {problem && <div className={styles.problem}>{errorText(problem)}</div>}
    </>
  );
}

function countText(count: number): string {
  if (count >= OFFERED) return `${count} options and more: type to search`;
  return `${count} option${count === 1 ? '' : 's'}`;
}
