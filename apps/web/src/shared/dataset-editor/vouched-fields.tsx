import { Input } from 'antd';
import type { Vouched } from './draft.ts';
import { Labelled } from './part-table.tsx';

interface VouchedFieldsProps {
  of: Vouched;
  hasWarning?: boolean;
  change: (part: Partial<Vouched>) => void;
}

/** Who vouches for a column or a metric, and what to know before it is used. */
export function VouchedFields({ of, hasWarning = false, change }: VouchedFieldsProps) {
  return (
    <>
      <Labelled label="Certified by">
        <Input
          aria-label="Certified by"
          placeholder="Certified by"
          value={of.certifiedBy}
          onChange={(event) => change({ certifiedBy: event.target.value })}
        />
      </Labelled>
      <Labelled label="Certification details">
        <Input
          aria-label="Certification details"
          placeholder="Certification details"
          value={of.certificationDetails}
          onChange={(event) => change({ certificationDetails: event.target.value })}
        />
      </Labelled>
      {hasWarning && (
        <Labelled label="Warning">
          <Input.TextArea
            aria-label="Warning"
            placeholder="Optional warning about use of this metric"
            autoSize={{ minRows: 1, maxRows: 5 }}
            value={of.warning}
            onChange={(event) => change({ warning: event.target.value })}
          />
        </Labelled>
      )}
    </>
  );
}
