import type { DatasetRow } from '@chartroom/model';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { fetchList } from '../../api/list.ts';
import { GalleryBody } from '../../shared/viz-gallery/viz-gallery.tsx';
import styles from './chart-add.module.css';

/** `/chart/add`: a dataset, a chart type, and on to Explore. */
export function ChartAddScreen() {
  const search = new URLSearchParams(useLocation().searchStr);
  const navigate = useNavigate();
  const [words, setWords] = useState(search.get('dataset') ?? '');
  const [dataset, setDataset] = useState<number>();
  const [type, setType] = useState<string>();
  const datasets = useQuery({
    queryKey: ['dataset', 'choices', words],
    queryFn: async ({ signal }) => {
      const filters = words ? [{ col: 'table_name', opr: 'ct', value: words }] : [];
      return (
        await fetchList<DatasetRow>(
          'dataset',
          { filters, order_column: 'table_name', order_direction: 'asc', page: 0, page_size: 100 },
          signal,
        )
      ).result;
    },
  });
  const chosen = dataset ?? datasets.data?.find((row) => row.table_name === search.get('dataset'))?.id;
  const create = (key: string | undefined) => {
    if (chosen === undefined || key === undefined) return;
    const dashboard = search.get('dashboard_id');
    void navigate({
      to: '/explore/',
      search: {
        viz_type: key,
        datasource: `${chosen}__table`,
        ...(dashboard ? { dashboard_id: dashboard } : {}),
      },
    });
  };
  return (
    <div className={styles.page}>
      <h1>Create a new chart</h1>
      <section>
        <h2>
          <label htmlFor="chart-dataset">Choose a dataset</label>
        </h2>
        <Select
          id="chart-dataset"
          className={styles.dataset}
          placeholder="Choose a dataset"
          value={chosen}
          loading={datasets.isFetching}
          showSearch={{ filterOption: false, onSearch: setWords }}
          options={(datasets.data ?? []).map((row) => ({
            value: row.id,
            label: [row.table_name, row.database.database_name, row.schema].filter(Boolean).join(' · '),
          }))}
          onChange={setDataset}
        />
      </section>
      <section>
        <h2>Choose chart type</h2>
        <GalleryBody chosen={type} onChosen={setType} onTake={create} />
      </section>
      <footer>
        <Button
          type="primary"
          disabled={chosen === undefined || type === undefined}
          onClick={() => create(type)}
        >
          Create new chart
        </Button>
      </footer>
    </div>
  );
}
