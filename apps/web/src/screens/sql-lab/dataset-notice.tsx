import { copyText } from '@chartroom/ui';
import { Alert, Button } from 'antd';
import { errorText } from '../../api/client.ts';
import { toast } from '../../base/toasts.tsx';
import type { LabTab } from './lab-tabs.ts';

/** Says of a tab that was opened for the SQL of a dataset how the text gets back there (contract/ui.md E1). */
export function DatasetNotice({ tab }: { tab: LabTab }) {
  const copy = async () => {
    try {
      await copyText(tab.sql);
      toast.success('Copied to clipboard!');
    } catch (error) {
      toast.error(errorText(error));
    }
  };
  return (
    <Alert
      type="warning"
      banner
      title={`The query of the virtual dataset “${tab.label}”: copy what you change into its settings.`}
      action={
        <Button size="small" onClick={() => void copy()}>
          COPY QUERY
        </Button>
      }
    />
  );
}
