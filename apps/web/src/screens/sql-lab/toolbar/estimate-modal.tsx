import { ErrorAlert } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { Descriptions, Skeleton, Table } from 'antd';
import { errorsOf } from '../../../api/client.ts';
import { estimateSql, planSql } from '../../../api/sql-lab.ts';
import { Dialog } from '../../../shared/dialog.tsx';
import type { LabTab } from '../lab-tabs.ts';
import { parametersIn } from './parameter-rows.ts';
import { QueryPlan } from './query-plan.tsx';
import styles from './toolbar.module.css';

/** Statements whose plans are drawn together, and lines of the table on a page. */
const MOST_PLANS = 20;
const PAGE = 50;

/** What a query costs, and how the engine means to answer it. */
export function EstimateModal({ tab, sql, onClose }: { tab: LabTab; sql: string; onClose: () => void }) {
  const { databaseId, catalog, schema, templateParams } = tab;
  const asked = {
    database_id: databaseId ?? 0,
    catalog,
    schema,
    sql,
    template_params: parametersIn(templateParams ?? '') ?? {},
  };
  const costs = useQuery({
    queryKey: ['sqllab', 'estimate', asked],
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => estimateSql(asked, signal),
  });
  const plans = useQuery({
    queryKey: ['sqllab', 'plan', asked],
    enabled: costs.isSuccess && costs.data.length <= MOST_PLANS,
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => planSql(asked, signal),
  });
  return (
    <Dialog width={720} title="Cost estimate" footer={null} onCancel={onClose}>
      {costs.isPending && <Skeleton active title={false} />}
      {costs.isError && <ErrorAlert errors={errorsOf(costs.error)} />}
      {costs.data &&
        (hasTexts(costs.data) ? <CostLists costs={costs.data} /> : <CostTable costs={costs.data} />)}
      {(costs.data?.length ?? 0) > MOST_PLANS && (
        <p>{`Plans are drawn of up to ${MOST_PLANS} statements: select some of them to see theirs.`}</p>
      )}
      {plans.isError && <ErrorAlert compact errors={errorsOf(plans.error)} />}
      {plans.data?.map((plan, at) => (
        // Statements stand in their order.
        <QueryPlan
          // biome-ignore lint/suspicious/noArrayIndexKey: a statement has no other name than its place
          key={at}
          plan={plan}
          label={plans.data.length > 1 ? `Plan of statement ${at + 1}` : 'Plan'}
        />
      ))}
    </Dialog>
  );
}

/** Letters beyond which a fact does not stand beside others in a line. */
const LONG = 40;

function hasTexts(costs: readonly Record<string, string>[]): boolean {
  return costs.some((cost) => Object.values(cost).some((value) => value.length > LONG));
}

/** What each statement reads, one thing below the other. */
function CostLists({ costs }: { costs: Record<string, string>[] }) {
  return costs.map((cost, at) => (
    <Descriptions
      // biome-ignore lint/suspicious/noArrayIndexKey: a statement has no other name than its place
      key={at}
      bordered
      column={1}
      size="small"
      layout="vertical"
      title={costs.length > 1 ? `Statement ${at + 1}` : undefined}
      items={Object.entries(cost).map(([name, value]) => ({
        key: name,
        label: <span className={styles.fact}>{name}</span>,
        children: <span className={styles.fact}>{value}</span>,
      }))}
    />
  ));
}

function CostTable({ costs }: { costs: Record<string, string>[] }) {
  const names = [...new Set(costs.flatMap((cost) => Object.keys(cost)))];
  return (
    <Table
      size="small"
      pagination={costs.length > PAGE && { pageSize: PAGE, showSizeChanger: false }}
      scroll={{ x: 'max-content' }}
      rowKey="statement"
      dataSource={costs.map((cost, index) => ({ ...cost, statement: String(index + 1) }))}
      columns={['statement', ...names].map((name) => ({
        title: name === 'statement' ? 'Statement' : name,
        dataIndex: name,
      }))}
    />
  );
}
