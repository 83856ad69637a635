import { DownloadOutlined } from '@ant-design/icons';
import type { SqlAnswer } from '@chartroom/model';
import { Button } from 'antd';
import { saveBlob } from '../../../api/chart-data.ts';
import { errorText } from '../../../api/client.ts';
import { exportCsv } from '../../../api/sql-lab.ts';
import { toast } from '../../../base/toasts.tsx';
import type { LabTab } from '../lab-tabs.ts';

/** The rows of a run as a file. */
export function Downloads({ tab, answer }: { tab: LabTab; answer: SqlAnswer }) {
  const csv = async () => {
    try {
      saveBlob(await exportCsv(answer.query.id), `${tab.label.replaceAll(/[^\w.-]+/g, '_')}.csv`);
    } catch (error) {
      toast.error(errorText(error));
    }
  };
  return (
    <Button size="small" icon={<DownloadOutlined aria-hidden />} onClick={() => void csv()}>
      Download to CSV
    </Button>
  );
}
