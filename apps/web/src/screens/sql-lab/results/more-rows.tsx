import type { SqlAnswer } from '@chartroom/model';
import { grouped } from '@chartroom/model';
import { Button } from 'antd';
import { useState } from 'react';
import { errorText } from '../../../api/client.ts';
import { fetchResults } from '../../../api/sql-lab.ts';
import { bootstrap } from '../../../base/bootstrap.ts';
import { toast } from '../../../base/toasts.tsx';
import { useLab } from '../lab-store.ts';
import type { LabTab } from '../lab-tabs.ts';
import { moreLimit } from './more-limit.ts';
import styles from './results.module.css';
import type { ShownRows } from './shown-rows.ts';

type Rows = ShownRows['data'];

/** The rows of a statement with those that were fetched after them, page by page. */
export function usePages(answer: SqlAnswer, shown: ShownRows) {
  const [further, setFurther] = useState<readonly Rows[]>([]);
  const [data, setData] = useState(shown.data);
  const [isLoading, setLoading] = useState(false);
  const kept = shown.isEarlier ? undefined : answer.rowsKept;
  const key = answer.query.resultsKey;
  const fetchPage = async () => {
    if (key === null) return;
    setLoading(true);
    try {
      const page = await fetchResults(key, undefined, further.length + 1);
      setFurther([...further, page.data]);
      setData([...data, ...page.data]);
    } catch (error) {
      toast.error(`Failed at retrieving results: ${errorText(error)}`);
    } finally {
      setLoading(false);
    }
  };
  return { data, isLoading, fetchPage, left: kept === undefined ? 0 : kept - data.length };
}

export interface MoreRowsProps {
  tab: LabTab;
  answer: SqlAnswer;
  pages: ReturnType<typeof usePages>;
}

/** The way to rows that are not in sight: the next page of those that the server has, or the query with a higher limit. */
export function MoreRows({ tab, answer, pages }: MoreRowsProps) {
  const { change, run } = useLab.getState();
  if (pages.left > 0) {
    const next = Math.min(pages.left, answer.data.length);
    return (
      <p className={styles.more}>
        {grouped(pages.data.length)} of {grouped(pages.data.length + pages.left)} rows are here.
        <Button size="small" loading={pages.isLoading} onClick={() => void pages.fetchPage()}>
          Fetch {grouped(next)} more
        </Button>
      </p>
    );
  }
  const limit = moreLimit(answer, Number(bootstrap.conf.SQL_MAX_ROW));
  if (limit === undefined || tab.run.status === 'running') return null;
  const again = () => {
    change(tab.id, { limit });
    void run(tab.id, answer.query.sql);
  };
  return (
    <p className={styles.more}>
      The query has more rows.
      <Button size="small" onClick={again}>
        Run again for up to {grouped(limit)}
      </Button>
    </p>
  );
}
