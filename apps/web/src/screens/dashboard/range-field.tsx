import type { NativeFilter } from '@chartroom/model';
import { InputNumber, Slider } from 'antd';
import { errorText } from '../../api/client.ts';
import { useFilterAnswer } from './filter-answer.ts';
import styles from './filter-bar.module.css';
import { useDashboard, useDashboardStore } from './store/dashboard-context.ts';
import { rangeMask } from './store/masks.ts';

/** A range of numbers: two ends to drag, or to write. */
export function RangeField({ filter }: { filter: NativeFilter }) {
  const state = useDashboard((each) => each.chosen[filter.id]?.filterState);
  const { choose } = useDashboardStore().getState();
  const answer = useFilterAnswer(filter);
  const row = answer.data?.[0]?.data[0];
  const min = numberOf(row?.min);
  const max = numberOf(row?.max);
  const [low, high]: (number | null)[] = Array.isArray(state?.value) ? state.value : [null, null];
  const set = (next: [number | null, number | null]) => choose(filter.id, rangeMask(filter, next));
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
