import { Hint } from '@chartroom/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';

export interface RowButtonProps {
  icon: ReactNode;
  /** What it does, e.g. 'Edit'; shown when pointed at. */
  label: string;
  /** What it does it to; read aloud together with the label. */
  name: string;
  /** Why it cannot be used; shown instead of the label. */
  refusal?: string | undefined;
  onClick: () => void;
}

/** One action of a row, as a small icon. */
export function RowButton({ icon, label, name, refusal, onClick }: RowButtonProps) {
  return (
    <Hint title={refusal ?? label}>
      <Button
        type="text"
        size="small"
        icon={icon}
        aria-label={`${label} ${name}`}
        disabled={refusal !== undefined}
        onClick={(event) => {
          event.stopPropagation();
          onClick();
        }}
      />
    </Hint>
  );
}
