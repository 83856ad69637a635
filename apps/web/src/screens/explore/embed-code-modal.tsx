import type { ChartFormData } from '@chartroom/model';
import { copyText, ErrorAlert } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, InputNumber, Skeleton } from 'antd';
import { useState } from 'react';
import { errorsOf } from '../../api/client.ts';
import { exploreLink } from '../../api/explore.ts';
import { toast } from '../../base/toasts.tsx';
import { Dialog } from '../../shared/dialog.tsx';
import styles from './explore.module.css';

/** Pixels that the frame has at first. */
const USUAL = { width: 600, height: 400 };

export interface EmbedCodeModalProps {
  form: ChartFormData;
  onClose: () => void;
}

/** What the page of another site is written with to show this chart. */
export function EmbedCodeModal({ form, onClose }: EmbedCodeModalProps) {
  const [size, setSize] = useState(USUAL);
  const link = useQuery({
    queryKey: ['explore', 'link', form],
    gcTime: 0,
    queryFn: () => exploreLink(form),
  });
  const code = link.data === undefined ? '' : frameOf(link.data, size);
  const copy = async () => {
    await copyText(code);
    toast.success('Copied to clipboard!');
  };
  const side = (name: 'width' | 'height', label: string) => (
    <span>
      {label}{' '}
      <InputNumber
        aria-label={label}
        min={50}
        value={size[name]}
        onChange={(next) => setSize({ ...size, [name]: next ?? USUAL[name] })}
      />
    </span>
  );
  return (
    <Dialog
      title="Embed code"
      onCancel={onClose}
      footer={
        <Button type="primary" disabled={code === ''} onClick={() => void copy()}>
          Copy
        </Button>
      }
    >
      <div className={styles.save}>
        {link.isPending && <Skeleton active />}
        {link.isError && <ErrorAlert errors={errorsOf(link.error)} />}
        {code !== '' && <Input.TextArea aria-label="Embed code" readOnly autoSize value={code} />}
        {side('width', 'Width')}
        {side('height', 'Height')}
      </div>
    </Dialog>
  );
}

function frameOf(link: string, { width, height }: typeof USUAL): string {
  const source = `${link}${link.includes('?') ? '&' : '?'}standalone=1&height=${height}`;
  return `<iframe
  width="${width}"
  height="${height}"
  seamless
  frameBorder="0"
  scrolling="no"
  src="${source}"
>
</iframe>`;
}
