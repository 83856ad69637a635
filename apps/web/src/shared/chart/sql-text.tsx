import { CopyOutlined } from '@ant-design/icons';
import { CodeEditor, copyText } from '@chartroom/ui';
import { Button } from 'antd';
import { toast } from '../../base/toasts.tsx';

/** SQL to be read and copied. */
export function SqlText({ label, sql }: { label: string; sql: string }) {
  return (
    <div style={{ marginBottom: 16 }}>
      <Button
        size="small"
        icon={<CopyOutlined aria-hidden />}
        style={{ marginBottom: 8 }}
        onClick={() => void copyText(sql).then(() => toast.success('SQL Copied!'))}
      >
        Copy
      </Button>
      <div
        style={{
          height: 'min(420px, 50vh)',
          border: '1px solid var(--cr-border)',
          borderRadius: 6,
          overflow: 'hidden',
        }}
      >
        <CodeEditor language="sql" label={label} value={sql} readOnly />
      </div>
    </div>
  );
}
