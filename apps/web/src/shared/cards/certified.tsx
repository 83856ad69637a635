import { SafetyCertificateFilled } from '@ant-design/icons';
import { Hint } from '@chartroom/ui';

export interface Certification {
  certified_by: string | null;
  certification_details: string | null;
}

/** The badge of a thing that somebody vouches for; nothing for others. */
export function Certified({ certified_by: by, certification_details: details }: Certification) {
  if (!by) return null;
  return (
    <Hint title={details ? `Certified by ${by}: ${details}` : `Certified by ${by}`}>
      <SafetyCertificateFilled
        role="img"
        aria-label={`Certified by ${by}`}
        style={{ color: 'var(--cr-accent)', marginInlineEnd: 6 }}
      />
    </Hint>
  );
}
