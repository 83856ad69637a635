import { datasetApi, type LabQuery } from '@chartroom/model';
import { useNavigate } from '@tanstack/react-router';
import { Alert, Button, Space } from 'antd';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import { errorText } from '../../../api/client.ts';
import { fetchQuery } from '../../../api/sql-lab.ts';
import { may } from '../../../base/bootstrap.ts';
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
        <Space wrap>
          <Button size="small" onClick={() => void look()}>
            Query in a new tab
          </Button>
          {may('can_read', 'Explore') && may('can_write', 'Dataset') && <ExploreMade query={query} />}
        </Space>
      }
    />
  );
}

/** Explore on what was made, by a dataset of it. */
function ExploreMade({ query }: { query: LabQuery }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const { dbId, catalog, schema, tempSchema, tempTable } = query;
  const explore = async () => {
    setBusy(true);
    try {
      const body = {
        table_name: tempTable ?? '',
        database_id: dbId,
        catalog,
        schema: tempSchema ?? schema,
      };
      const { result } = await api(datasetApi.getOrCreate, { body });
      await navigate({
        to: '/explore/',
        search: { datasource_type: 'table', datasource_id: String(result.table_id) },
      });
    } catch (error) {
      toast.error(`An error occurred while creating the data source: ${errorText(error)}`);
      setBusy(false);
    }
  };
  return (
    <Button size="small" loading={busy} onClick={() => void explore()}>
      Explore
    </Button>
  );
}
