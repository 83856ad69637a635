import type { LabQuery } from '@chartroom/model';
import { Alert, Button } from 'antd';
import { errorText } from '../../../api/client.ts';
import { fetchQuery } from '../../../api/sql-lab.ts';
import { toast } from '../../../base/toasts.tsx';
import { useLab } from '../lab-store.ts';

/** A table or view that a run has made of its rows. */
export function Made({ query }: { query: LabQuery }) {
  const { add } = useLab.getState();
  const name = [query.tempSchema, query.tempTable].filter(Boolean).join('.');
  const look = async () => {
    try {
      const { select_sql } = await fetchQuery(query.queryId);
      await add({
        databaseId: query.dbId,
        catalog: query.catalog,
        schema: query.schema,
        sql: select_sql ?? '',
      });
    } catch (error) {
      toast.error(errorText(error));
    }
  };
  return (
    <Alert
      type="info"
      showIcon
      title={`Table/View [${name}] was created`}
      action={
        <Button size="small" onClick={() => void look()}>
          Query in a new tab
        </Button>
      }
    />
  );
}
