import { CheckCircleOutlined, DashboardOutlined, EditOutlined, LineChartOutlined } from '@ant-design/icons';
import { chartType } from '@chartroom/charts';
import { type ChartRow, type DashboardRow, dashboardTitle } from '@chartroom/model';
import { Tag } from 'antd';
import { PictureOfType } from '../viz-gallery/type-picture.tsx';
import type { CardFacts } from './thing-card.tsx';

/** A chart as a card; without its small picture it shows that of its type. */
export function chartCard(row: ChartRow): CardFacts {
  const type = chartType(row.viz_type ?? '');
  return {
    title: row.slice_name,
    to: row.url,
    note: `Modified ${row.changed_on_delta_humanized}`,
    picture: {
      url: row.thumbnail_url,
      whole: true,
      fallback: type ? <PictureOfType type={type} /> : <LineChartOutlined />,
    },
    certification: row,
    owners: row.owners,
    label: <span title={row.datasource_name_text ?? ''}>{datasetName(row)}</span>,
  };
}

/** A dashboard as a card. */
export function dashboardCard(row: DashboardRow): CardFacts {
  return {
    title: dashboardTitle(row),
    to: row.url,
    note: `Modified ${row.changed_on_delta_humanized}`,
    picture: { url: row.thumbnail_url, fallback: <DashboardOutlined /> },
    certification: row,
    owners: row.owners,
    label: <Published is={row.published} />,
  };
}

/** Whether everybody finds a dashboard. */
export function Published({ is }: { is: boolean }) {
  return (
    <Tag
      color={is ? 'green' : 'default'}
      icon={is ? <CheckCircleOutlined /> : <EditOutlined />}
      style={{ marginInlineEnd: 0 }}
    >
      {is ? 'Published' : 'Draft'}
    </Tag>
  );
}

/** The dataset of a chart without its schema. */
export function datasetName(row: ChartRow): string | undefined {
  return row.datasource_name_text?.split('.').at(-1);
}
