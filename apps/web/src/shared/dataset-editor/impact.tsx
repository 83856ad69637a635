import {
  chartUrl,
  type DatasetImpact,
  type DatasetName,
  dashboardTitle,
  dashboardUrl,
  datasetApi,
} from '@chartroom/model';
import { Checkbox, Select } from 'antd';
import type { ReactNode } from 'react';
import { api } from '../../api/api.ts';
import styles from './dataset-editor.module.css';
import type { GoneName } from './draft.ts';
import { Labelled } from './part-table.tsx';

/** What of the charts and filters of a dataset uses names that are about to go. */
export async function fetchImpact(id: number, names: readonly DatasetName[]): Promise<DatasetImpact> {
  if (names.length === 0) return { charts: [], filters: [], others: 0 };
  const body = { names: names.map(({ kind, from }) => ({ kind, from })) };
  return (await api(datasetApi.impact, { params: { pk: id }, body })).result;
}

/** A chart or filter that uses a name. */
interface Use {
  key: string;
  thing: ReactNode;
  /** Whether the name stands where it can be exchanged. */
  isPlain: boolean;
  isByHand: boolean;
  mayChange: boolean;
}

/** What uses a name of a dataset. */
export function usesOf({ charts, filters }: DatasetImpact, name: string): Use[] {
  const uses = [
    ...charts.map(({ id, slice_name, ...use }) => ({
      ...use,
      key: `chart ${id}`,
      thing: (
        <>
          <Away to={chartUrl(id)}>{slice_name}</Away> (chart)
        </>
      ),
    })),
    ...filters.map(({ dashboard_id, kind, name: part, ...use }, at) => ({
      ...use,
      key: `filter ${at}`,
      thing: (
        <>
          {part} ({kind === 'filter' ? 'filter of' : 'where a click leads on'}{' '}
          <Away to={dashboardUrl({ id: dashboard_id })}>{dashboardTitle(use)}</Away>)
        </>
      ),
    })),
  ];
  return uses.flatMap(({ key, thing, uses: plain, by_hand, may_change: mayChange }) => {
    const [isPlain, isByHand] = [plain.includes(name), by_hand.includes(name)];
    return isPlain || isByHand ? [{ key, thing, isPlain, isByHand, mayChange }] : [];
  });
}

function Away({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

/** Whether a name can be exchanged somewhere by whoever asks. */
export function canFollow(uses: readonly Use[]): boolean {
  return uses.some(({ isPlain, mayChange }) => isPlain && mayChange);
}

interface NameImpactProps {
  gone: GoneName;
  uses: readonly Use[];
  /** Metrics and calculated columns of the dataset whose SQL says the name. */
  saying: readonly string[];
  /** The name that is carried everywhere; undefined where all stays as it is. */
  carried: string | undefined;
  onCarry: (to: string | undefined) => void;
}

/** What becomes of everything that uses a name, and whether it takes a new one. */
export function NameImpact({ gone, uses, saying, carried, onCarry }: NameImpactProps) {
  const { kind, from, to, others } = gone;
  const mayFollow = canFollow(uses);
  return (
    <section className={styles.gone} aria-label={`${kind} ${from}`}>
      <h3>
        The {kind} <b>{from}</b> {to === undefined ? 'is taken away' : <>is called {<b>{to}</b>} now</>}
      </h3>
      {mayFollow && to !== undefined && (
        <Checkbox
          checked={carried !== undefined}
          onChange={({ target }) => onCarry(target.checked ? to : undefined)}
        >
          Rename everywhere
        </Checkbox>
      )}
      {mayFollow && to === undefined && others.length > 0 && (
        <Labelled label="Rename everywhere to">
          <Select
            allowClear
            showSearch
            aria-label={`Rename ${from} everywhere to`}
            placeholder="Nothing: it stays as it is"
            value={carried ?? null}
            options={others.map((name) => ({ value: name, label: name }))}
            onChange={(name?: string | null) => onCarry(name ?? undefined)}
          />
        </Labelled>
      )}
      <ul className={styles.impact}>
        {uses.map((use) => (
          <li key={use.key}>
            {use.thing}: {fateOf(use, carried !== undefined)}
          </li>
        ))}
        {saying.map((name) => (
          <li key={`own ${name}`}>
            {name} (of this dataset): <Breaks>its SQL says the old name: to be changed by hand</Breaks>
          </li>
        ))}
      </ul>
    </section>
  );
}

function fateOf({ isPlain, isByHand, mayChange }: Use, isCarried: boolean): ReactNode {
  const follows = isCarried && mayChange;
  return (
    <>
      {isPlain && follows && 'takes the new name'}
      {isPlain && !follows && (
        <Breaks>{isCarried ? 'will break, since you may not change it' : 'will break'}</Breaks>
      )}
      {isPlain && isByHand && '; '}
      {isByHand && (
        <Breaks>its SQL, a template or an unclear place says the old name: to be changed by hand</Breaks>
      )}
    </>
  );
}

function Breaks({ children }: { children: string }) {
  return <span className={styles.breaks}>{children}</span>;
}
