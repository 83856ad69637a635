import { InputNumber, Slider } from 'antd';
import { errorText } from '../../api/client.ts';
import { useFilterAnswer } from './filter-answer.ts';
import styles from './filter-bar.module.css';
import type { FilterValueProps } from './filter-value-props.ts';
import { rangeMask } from './store/masks.ts';

/** A range of numbers: two ends to drag, or to write. */
export function RangeField({ filter, mask, parents, onChange }: FilterValueProps) {
  const answer = useFilterAnswer(filter, parents);
  const row = answer.data?.[0]?.data[0];
  const min = numberOf(row?.min);
  const max = numberOf(row?.max);
  const [low, high]: (number | null)[] = Array.isArray(mask?.filterState?.value)
    ? mask.filterState.value
    : [null, null];
  const set = (next: [number | null, number | null]) => onChange(rangeMask(filter, next));
  const wrong = low !== null && high !== null && low !== undefined && high !== undefined && low > high;
  return (
    <div className={styles.range}>
      {min !== undefined &&
        max !== undefined &&
        min < max &&
        filter.controlValues?.rangeDisplayMode !== 'input' && (
          <Slider
            range
            min={min}
            max={max}
            step={Math.min((max - min) / 100, 1)}
            ariaLabelForHandle={[`${filter.name}: from`, `${filter.name}: to`]}
            value={[low ?? min, high ?? max]}
            onChange={([from, to]) =>
              set([
                from === undefined || from <= min ? null : from,
                to === undefined || to >= max ? null : to,
              ])
            }
          />
        )}
      <div className={styles.pair}>
        <InputNumber
          aria-label={`${filter.name}: from`}
          placeholder={min === undefined ? 'from' : String(min)}
          value={low ?? null}
          onChange={(next) => set([next, high ?? null])}
        />
        <InputNumber
          aria-label={`${filter.name}: to`}
          placeholder={max === undefined ? 'to' : String(max)}
          value={high ?? null}
          onChange={(next) => set([low ?? null, next])}
        />
      </div>
      {wrong && <div className={styles.problem}>The minimum must not be above the maximum</div>}
      {answer.isError && <div className={styles.problem}>{errorText(answer.error)}</div>}
    </div>
  );
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
