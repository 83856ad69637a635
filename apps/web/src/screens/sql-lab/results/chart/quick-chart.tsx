import { LineChartOutlined } from '@ant-design/icons';
import { loadChartType, type OwnState } from '@chartroom/charts';
import { AGGREGATES, type ChartFormData, type SqlAnswer } from '@chartroom/model';
import { EmptyState, ErrorAlert } from '@chartroom/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button, Segmented, Select, Skeleton } from 'antd';
import { useId, useMemo, useState } from 'react';
import { fetchChartData } from '../../../../api/chart-data.ts';
import { errorsOf, errorText } from '../../../../api/client.ts';
import { keepFormData } from '../../../../api/explore.ts';
import { may } from '../../../../base/bootstrap.ts';
import { toast } from '../../../../base/toasts.tsx';
import { ChartPicture } from '../../../../shared/chart/chart-picture.tsx';
import styles from './chart.module.css';
import { hasAxis, QUICK_TYPES, type QuickChoice, quickForm, usualChoice } from './quick-form.ts';

const NO_DATASET = { columns: [], metrics: [], verbose_map: {}, column_formats: {} };
const TYPES = Object.entries(QUICK_TYPES).map(([value, label]) => ({ value, label }));

/** A chart of a run's query, drawn beside its rows. */
export default function QuickChart({ answer }: { answer: SqlAnswer }) {
  const { columns, query } = answer;
  const [choice, setChoice] = useState(() => usualChoice(columns));
  const form = useMemo(() => quickForm(query.queryId, choice, columns), [query.queryId, choice, columns]);
  return (
    <section className={styles.quick} aria-label="Quick chart">
      <Choices answer={answer} choice={choice} onChange={(part) => setChoice({ ...choice, ...part })}>
        {form && may('can_read', 'Explore') && <ToExplore form={form} queryId={query.queryId} />}
      </Choices>
      <div className={styles.picture}>
        {form ? (
          <Picture form={form} name={`Chart of ${query.tab ?? 'the query'}`} />
        ) : (
          <EmptyState size="small" title="Choose a column to draw" description={null} />
        )}
      </div>
    </section>
  );
}

interface ChoicesProps {
  answer: SqlAnswer;
  choice: QuickChoice;
  onChange: (part: Partial<QuickChoice>) => void;
  children: React.ReactNode;
}

function Choices({ answer, choice, onChange, children }: ChoicesProps) {
  const id = useId();
  const names = answer.columns.map(({ column_name, name }) => ({ value: column_name, label: name }));
  const column = (part: 'x' | 'y' | 'series', label: string, none: string | undefined) => (
    <div>
      <label htmlFor={`${id}-${part}`}>{label}</label>
      <Select
        id={`${id}-${part}`}
        size="small"
        showSearch={{ optionFilterProp: 'label' }}
        allowClear={none !== undefined}
        placeholder={none ?? 'Choose a column'}
        value={choice[part] ?? null}
        options={names}
        onChange={(value: string | null | undefined) => onChange({ [part]: value ?? undefined })}
      />
    </div>
  );
  return (
    <div className={styles.choices}>
      <Segmented
        size="small"
        vertical
        aria-label="Chart type"
        options={TYPES}
        value={choice.type}
        onChange={(value) => {
          for (const type of quickTypes) if (type === value) onChange({ type });
        }}
      />
      {choice.type !== 'number' && column('x', hasAxis(choice.type) ? 'X axis' : 'Slices', undefined)}
      {column('y', 'Values', 'Count of rows')}
      {choice.y !== undefined && (
        <div>
          <label htmlFor={`${id}-aggregate`}>Aggregate</label>
          <Select
            id={`${id}-aggregate`}
            size="small"
            value={choice.aggregate}
            options={AGGREGATES.map((value) => ({ value, label: value }))}
            onChange={(aggregate) => onChange({ aggregate })}
          />
        </div>
      )}
      {hasAxis(choice.type) && column('series', 'Series', 'None')}
      {children}
    </div>
  );
}

const quickTypes = ['bar', 'line', 'area', 'scatter', 'pie', 'number'] as const;

function Picture({ form, name }: { form: ChartFormData; name: string }) {
  const [ownState, setOwnState] = useState<OwnState>({});
  const drawn = useQuery({
    queryKey: ['quick chart', form],
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const type = await loadChartType(form.viz_type);
      if (!type) throw new Error(`There is no chart type "${form.viz_type}".`);
      return { type, form, results: await fetchChartData(type.question(form, {}), signal) };
    },
  });
  if (drawn.isPending) return <Skeleton active />;
  if (drawn.isError) return <ErrorAlert errors={errorsOf(drawn.error)} />;
  return (
    <ChartPicture
      type={drawn.data.type}
      form={drawn.data.form}
      results={drawn.data.results}
      datasource={NO_DATASET}
      name={name}
      ownState={ownState}
      setOwnState={setOwnState}
    />
  );
}

/** The way to Explore with the chart as it is. */
function ToExplore({ form, queryId }: { form: ChartFormData; queryId: number }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    try {
      const form_data_key = await keepFormData(form, undefined, undefined);
      const search = { form_data_key, datasource_id: String(queryId), datasource_type: 'query' };
      await navigate({ to: '/explore/', search });
    } catch (error) {
      toast.error(errorText(error));
      setBusy(false);
    }
  };
  return (
    <Button size="small" loading={busy} icon={<LineChartOutlined aria-hidden />} onClick={() => void open()}>
      Open in Explore
    </Button>
  );
}
