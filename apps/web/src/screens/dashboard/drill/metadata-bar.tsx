import { ClockCircleOutlined, TableOutlined, UserOutlined } from '@ant-design/icons';
import { personName } from '@chartroom/model';
import { Skeleton } from 'antd';
import styles from './drill.module.css';
import type { DrilledChart } from './drill.ts';
import { useDrillInfo } from './drill-info.ts';

/** The dataset behind a chart: its name, whose it is, when it was changed. */
export function MetadataBar({ chart }: { chart: DrilledChart }) {
  const info = useDrillInfo(chart);
  if (info.isPending) return <Skeleton.Input active size="small" />;
  // The rows say themselves what is wrong.
  if (info.isError) return null;
  const { table_name, owners = [], changed_by, changed_on_humanized } = info.data;
  return (
    <ul className={styles.metadata} aria-label="About the dataset">
      <li>
        <TableOutlined aria-hidden /> {table_name}
      </li>
      {owners.length > 0 && (
        <li>
          <UserOutlined aria-hidden /> {owners.map(personName).join(', ')}
        </li>
      )}
      {changed_on_humanized && (
        <li>
          <ClockCircleOutlined aria-hidden /> Modified {changed_on_humanized}
          {changed_by && ` by ${personName(changed_by)}`}
        </li>
      )}
    </ul>
  );
}
