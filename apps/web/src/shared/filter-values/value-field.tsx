import { type DataRow, selectMask } from '@chartroom/model';
import { Select } from 'antd';
import { useState } from 'react';
import { errorText } from '../../api/client.ts';
import { useSettled } from '../use-settled.ts';
import { useFilterAnswer } from './filter-answer.ts';
import type { FilterValueProps } from './filter-value-props.ts';
import styles from './filter-values.module.css';
import { OFFERED } from './offered.ts';
import {
  type FilterScalar,
  isSearchable,
  optionsFor,
  SELECT_ALL,
  scalarOf,
  selectAllOption,
  textOf,
} from './value-options.ts';

/** Milliseconds after the last key until the server is asked (contract/ui.md C4). */
const PAUSE = 500;

/** Values of a column to choose from. Where there are more than are fetched at once, the server searches among all of them. */
export function ValueField({ filter, source, mask, parents, onChange }: FilterValueProps) {
  const { searchAllOptions, multiSelect, creatable, inverseSelection } = filter.controlValues ?? {};
  const [search, setSearch] = useState('');
  const settled = useSettled(search.trim(), PAUSE);
  const first = useFilterAnswer({ filter, parents, source });
  const column = filter.targets?.[0]?.column?.name ?? '';
  const isCut = (first.data?.[0]?.data.length ?? 0) >= OFFERED;
  const kind = first.data?.[0]?.coltypes[0];
  const asksServer = isSearchable(kind, settled) && (isCut || searchAllOptions === true);
  const found = useFilterAnswer({ filter, parents, source }, asksServer ? settled : '');
  const fetched = [first, found].flatMap((answer) =>
    (answer.data?.[0]?.data ?? []).map((row: DataRow) => scalarOf(row[column])),
  );
  const given: unknown = mask?.filterState?.value;
  const values: FilterScalar[] = Array.isArray(given) ? given.map(scalarOf) : [];
  const isExcluding = inverseSelection === true && mask?.filterState?.excludeFilterValues !== false;
  const all = [...values, ...fetched];
  const byText = new Map(all.map((value) => [textOf(value), value]));
  const many = multiSelect !== false;
  const chosen = values.map(textOf);
  const offered = optionsFor(all, search, { creatable: creatable !== false && searchAllOptions !== true });
  const mayTakeAll = many && searchAllOptions !== true && !isCut && search.trim() === '';
  const whole = mayTakeAll ? selectAllOption(offered.length, chosen.length) : [];
  const take = (texts: string[]) => {
    setSearch('');
    const wanted = texts.includes(SELECT_ALL) ? offered.map(({ value }) => value) : texts;
    const next = wanted.map((text) => (byText.has(text) ? (byText.get(text) ?? null) : text));
    onChange(selectMask(filter, next, isExcluding));
  };
  const problem = first.error ?? found.error;
  return (
    <>
      <div className={styles.values}>
        {inverseSelection === true && (
          <Select<'is' | 'is not'>
            className={styles.inverse ?? ''}
            aria-label={`${filter.name}: is or is not`}
            value={isExcluding ? 'is not' : 'is'}
            options={[{ value: 'is not' }, { value: 'is' }]}
            onChange={(next) => onChange(selectMask(filter, values, next === 'is not'))}
          />
        )}
        <Select<string[] | string | null>
          className={styles.value ?? ''}
          aria-label={filter.name}
          {...(many ? { mode: 'multiple' } : {})}
          allowClear
          maxTagCount="responsive"
          // Enter takes what was searched for; without a search it takes nothing that was not pointed at.
          defaultActiveFirstOption={search.trim() !== ''}
          loading={first.isFetching || found.isFetching}
          placeholder={first.data ? countText(first.data[0]?.data.length ?? 0) : 'Loading…'}
          value={many ? chosen : (chosen[0] ?? null)}
          options={[...whole, ...offered]}
          showSearch={{ filterOption: false, searchValue: search, onSearch: setSearch }}
          onOpenChange={(open) => {
            if (!open) setSearch('');
          }}
          onChange={(next) => take([next ?? []].flat())}
        />
      </div>
      {problem && (
        <div className={styles.problem}>This filter cannot offer its values: {errorText(problem)}</div>
      )}
    </>
  );
}

function countText(count: number): string {
  if (count >= OFFERED) return `${count} options and more: type to search`;
  return `${count} option${count === 1 ? '' : 's'}`;
}
