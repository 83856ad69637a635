import { DownOutlined } from '@ant-design/icons';
import { DropMenu } from '@chartroom/ui';
import { Button } from 'antd';
import { useState } from 'react';
import { endingsOf } from './upload-calls.ts';
import { UPLOAD_KINDS, type UploadKind } from './upload-form.ts';
import { UploadModal } from './upload-modal.tsx';

/** 'Upload file to database', by the kind of the file. */
export function UploadButton() {
  const [kind, setKind] = useState<UploadKind>();
  return (
    <>
      <DropMenu
        trigger={['click']}
        menu={{
          items: [
            { key: 'csv', label: 'Upload CSV' },
            { key: 'excel', label: 'Upload Excel' },
            { key: 'columnar', label: 'Upload Columnar' },
          ].filter(({ key }) => UPLOAD_KINDS.some((kind) => kind === key && endingsOf(kind).length > 0)),
          onClick: ({ key }) => setKind(UPLOAD_KINDS.find((each) => each === key)),
        }}
      >
        <Button icon={<DownOutlined aria-hidden />} iconPlacement="end">
          Upload file to database
        </Button>
      </DropMenu>
      {kind && <UploadModal kind={kind} onClose={() => setKind(undefined)} />}
    </>
  );
}
