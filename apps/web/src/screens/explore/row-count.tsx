import type { ChartDataResult } from '@chartroom/model';
import { grouped } from '@chartroom/model';
import { Hint } from '@chartroom/ui';
import { Button, Tag } from 'antd';
import { rowsRead } from '../../shared/chart/rows-read.ts';
import styles from './explore.module.css';
import { useExplore } from './explore-store.ts';

/** How many rows were read, and whether there may be more than the row limit of what was asked let through. */
export function RowCount({ result, limit }: { result: ChartDataResult; limit: number | undefined }) {
  const rows = rowsRead(result);
  const isCut = isAtLimit(result, limit);
  const isShaped = rows > result.rowcount;
  const shaped = isShaped ? ` They make ${grouped(result.rowcount)} rows of the chart.` : '';
  const cut = isCut ? 'The row limit set for the chart was reached. The chart may show partial data.' : '';
  return (
    <Hint title={`${cut}${shaped}`.trim()}>
      <Tag color={isCut ? 'warning' : 'default'}>
        {grouped(rows)} {rows === 1 ? 'row' : 'rows'}
      </Tag>
    </Hint>
  );
}

/**
 * Says that series have gaps, where the row limit let only their greatest values through, and offers to ask for as many as can
 * be whole.
 */
export function CutSeries() {
  const { run, setControl, ask } = useExplore();
  const [result] = run.results;
  const { form } = run;
  const limit = Number(form?.row_limit) || undefined;
  const isOfSeries = (form?.groupby?.length ?? 0) > 0 && form?.x_axis !== undefined && !form.limit;
  const [places, names] = [result?.rowcount ?? 0, (result?.colnames.length ?? 1) - 1];
  if (run.status !== 'success' || !result || !limit || !isOfSeries || !isAtLimit(result, limit)) return null;
  const whole = Math.floor(limit / Math.max(places, 1));
  if (whole < 1 || names <= whole) return null;
  return (
    <div className={styles.stale} role="status">
      Only {grouped(limit)} rows were read: the {grouped(names)} series have gaps, and others are left out.
      <Button
        size="small"
        type="link"
        onClick={() => {
          setControl('limit', whole);
          void ask();
        }}
      >
        Keep {grouped(whole)} whole series
      </Button>
    </div>
  );
}

function isAtLimit(result: ChartDataResult, limit: number | undefined): boolean {
  return limit !== undefined && rowsRead(result) >= limit;
}
