import { CloseOutlined, DownloadOutlined, EllipsisOutlined } from '@ant-design/icons';
import type { LabFileFormat, SqlAnswer } from '@chartroom/model';
import { grouped } from '@chartroom/model';
import { DropMenu } from '@chartroom/ui';
import { Button, type MenuProps, Space } from 'antd';
import type { LabTab } from '../lab-tabs.ts';
import { type Download, megabytes, useDownloads } from './download-store.ts';
import styles from './results.module.css';

/** Names of the forms of a file. */
const FORMATS: Readonly<Record<LabFileFormat, string>> = {
  csv: 'CSV',
  xlsx: 'Excel',
  parquet: 'Parquet',
  arrow: 'Arrow',
  json: 'JSON',
};

/** The rows of a run as a file: all that the query has, or those in sight where a limit has cut them. */
export function Downloads({ tab, answer }: { tab: LabTab; answer: SqlAnswer }) {
  const { start } = useDownloads.getState();
  const { query, data } = answer;
  const isCut = query.limitingFactor === 'DROPDOWN';
  const save = (format: LabFileFormat, rows: 'shown' | 'all') =>
    void start({ clientId: query.id, name: tab.label.replaceAll(/[^\p{L}\p{N}_.-]+/gu, '_'), format, rows });
  const items = (rows: 'shown' | 'all'): MenuProps['items'] =>
    Object.entries(FORMATS).map(([format, label]) => ({ key: `${rows} ${format}`, label }));
  const menu: MenuProps = {
    items: isCut
      ? [
          { key: 'all', type: 'group', label: 'All rows of the query', children: items('all') ?? [] },
          {
            key: 'shown',
            type: 'group',
            label: `The ${grouped(data.length)} rows shown`,
            children: items('shown') ?? [],
          },
        ]
      : (items('all') ?? []),
    onClick: ({ key }) => {
      for (const format of formats)
        for (const rows of ['shown', 'all'] as const) if (key === `${rows} ${format}`) save(format, rows);
    },
  };
  return (
    <Space.Compact size="small">
      <Button size="small" icon={<DownloadOutlined aria-hidden />} onClick={() => save('csv', 'all')}>
        Download to CSV
      </Button>
      <DropMenu trigger={['click']} menu={menu}>
        <Button size="small" icon={<EllipsisOutlined aria-hidden />} aria-label="Download as" />
      </DropMenu>
    </Space.Compact>
  );
}

const formats: readonly LabFileFormat[] = ['csv', 'xlsx', 'parquet', 'arrow', 'json'];

/** Downloads that run, and those of which something is to be said. */
export function DownloadList() {
  const all = useDownloads((state) => state.all);
  if (all.length === 0) return null;
  return (
    <ul className={styles.downloads} aria-label="Downloads">
      {all.map((download) => (
        <DownloadLine key={download.id} download={download} />
      ))}
    </ul>
  );
}

function DownloadLine({ download }: { download: Download }) {
  const { id, name, bytes, state, note } = download;
  const { remove } = useDownloads.getState();
  const isRunning = state === 'running';
  return (
    <li data-state={note === undefined ? state : 'noted'}>
      <span className={styles.downloadName}>{name}</span>
      <span role="status">{isRunning ? running(download) : (note ?? `Saved, ${megabytes(bytes)}`)}</span>
      <Button
        size="small"
        type="text"
        icon={<CloseOutlined aria-hidden />}
        aria-label={isRunning ? `Cancel the download of ${name}` : `Dismiss ${name}`}
        onClick={() => remove(id)}
      />
    </li>
  );
}

function running({ bytes, startedAt }: Download): string {
  if (bytes === 0) return 'Download is on the way';
  const seconds = Math.max(0.1, (performance.now() - startedAt) / 1000);
  return `${megabytes(bytes)} so far, ${megabytes(bytes / seconds)} a second`;
}
