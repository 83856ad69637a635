import { GenericType } from '@chartroom/model';
import { InputNumber, Slider } from 'antd';
import { errorText } from '../../api/client.ts';
import { useFilterAnswer } from './filter-answer.ts';
import type { FilterValueProps } from './filter-value-props.ts';
import styles from './filter-values.module.css';
import {
  boundsText,
  type NumberRange,
  numberOf,
  rangeIn,
  rangeOfSingle,
  rangeProblem,
  type SingleValue,
  singleOf,
} from './range-values.ts';
import { rangeMask } from './value-masks.ts';

/** A range of numbers, or one number alone: dragged, written, or both, as its author wants it. */
export function RangeField({ filter, source, mask, parents, onChange }: FilterValueProps) {
  const answer = useFilterAnswer({ filter, parents, source });
  const first = answer.data?.[0];
  const bounds = { min: numberOf(first?.data[0]?.min), max: numberOf(first?.data[0]?.max) };
  const isOther =
    first !== undefined && first.coltypes[0] !== GenericType.NUMERIC && bounds.min === undefined;
  const range = rangeIn(mask);
  const problem =
    isOther && first.data[0]?.min != null ? 'Chosen non-numeric column' : rangeProblem(range, bounds);
  const set = (next: NumberRange) => onChange(rangeMask(filter, next, rangeProblem(next, bounds)));
  const single = singleOf(filter);
  const mode = filter.controlValues?.rangeDisplayMode;
  const parts = { name: filter.name ?? '', range, bounds, set, isAsked: answer.isPending };
  return (
    <div className={styles.range}>
      {mode !== 'input' && (single ? <OneHandle {...parts} single={single} /> : <TwoHandles {...parts} />)}
      {mode !== 'slider' && (single ? <OneNumber {...parts} single={single} /> : <TwoNumbers {...parts} />)}
      {mode === 'input' && bounds.min !== undefined && bounds.max !== undefined && !problem && (
        <div className={styles.hint}>{boundsText(bounds.min, bounds.max)}</div>
      )}
      {problem && (
        <div className={styles.problem} role="alert">
          {problem}
        </div>
      )}
      {answer.isError && (
        <div className={styles.problem}>This filter cannot offer its values: {errorText(answer.error)}</div>
      )}
    </div>
  );
}

interface PartProps {
  name: string;
  range: NumberRange;
  bounds: { min: number | undefined; max: number | undefined };
  set: (range: NumberRange) => void;
  /** Whether its bounds are still being asked for. */
  isAsked: boolean;
}

function TwoHandles({ name, range: [low, high], bounds: { min, max }, set, isAsked }: PartProps) {
  // It has its room from the beginning: nothing moves when the bounds are known.
  if (isAsked)
    return <Slider range disabled ariaLabelForHandle={[`${name}: from`, `${name}: to`]} value={[0, 100]} />;
  if (min === undefined || max === undefined || min >= max) return null;
  return (
    <Slider
      range
      min={min}
      max={max}
      step={stepOf(min, max)}
      ariaLabelForHandle={[`${name}: from`, `${name}: to`]}
      value={[low ?? min, high ?? max]}
      onChange={([from, to]) =>
        set([from === undefined || from <= min ? null : from, to === undefined || to >= max ? null : to])
      }
    />
  );
}

function OneHandle(props: PartProps & { single: SingleValue }) {
  const { name, range, bounds, set, single, isAsked } = props;
  const { min, max } = bounds;
  if (isAsked) return <Slider disabled ariaLabelForHandle={`${name}: ${single.toLowerCase()}`} value={0} />;
  if (min === undefined || max === undefined || min >= max) return null;
  const value = range[0] ?? range[1];
  return (
    <Slider
      min={min}
      max={max}
      step={stepOf(min, max)}
      included={single === 'Maximum'}
      ariaLabelForHandle={`${name}: ${single.toLowerCase()}`}
      value={value ?? (single === 'Maximum' ? max : min)}
      onChange={(next) => set(rangeOfSingle(single, next))}
    />
  );
}

function TwoNumbers({ name, range: [low, high], bounds: { min, max }, set }: PartProps) {
  return (
    <div className={styles.pair}>
      <InputNumber
        aria-label={`${name}: from`}
        placeholder={min === undefined ? 'from' : String(min)}
        value={low}
        onChange={(next) => set([next, high])}
      />
      <InputNumber
        aria-label={`${name}: to`}
        placeholder={max === undefined ? 'to' : String(max)}
        value={high}
        onChange={(next) => set([low, next])}
      />
    </div>
  );
}

function OneNumber({ name, range, bounds: { min, max }, set, single }: PartProps & { single: SingleValue }) {
  const end = single === 'Maximum' ? max : min;
  return (
    <InputNumber
      style={{ width: '100%' }}
      aria-label={`${name}: ${single.toLowerCase()}`}
      placeholder={end === undefined ? single : String(end)}
      value={range[0] ?? range[1]}
      onChange={(next) => set(rangeOfSingle(single, next))}
    />
  );
}

function stepOf(min: number, max: number): number {
  return Math.min((max - min) / 100, 1);
}
