import type { ReportPreview, ReportRow } from '@chartroom/model';
import { grouped } from '@chartroom/model';
import { EmptyState, ErrorAlert } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton, Tag } from 'antd';
import { errorsOf } from '../../api/client.ts';
import { fetchPreview } from '../../api/reports.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { Letter } from './letter.tsx';
import styles from './reports.module.css';

/** What each recipient of an alert or report would get now; nothing is sent. */
export function PreviewModal({ report, onClose }: { report: ReportRow; onClose: () => void }) {
  const preview = useQuery({
    queryKey: ['report', 'preview', report.id],
    queryFn: ({ signal }) => fetchPreview(report.id, signal),
    gcTime: 0,
  });
  const alert = preview.data?.alert;
  return (
    <Dialog title={`Preview of ${report.name}`} width={860} footer={null} onCancel={onClose}>
      {preview.isPending && <Skeleton active paragraph={{ rows: 10 }} />}
      {preview.isError && <ErrorAlert errors={errorsOf(preview.error)} />}
      {alert && (
        <Alert
          style={{ marginBlockEnd: 16 }}
          type={alert.error === null ? 'info' : 'error'}
          showIcon
          title={
            alert.error ??
            `The value is ${alert.value ?? 'nothing'} now: the alert would ${alert.triggered ? '' : 'not '}be sent.`
          }
        />
      )}
      {preview.data?.recipients.length === 0 && (
        <EmptyState title="Nobody would get it" description="There are no recipients." />
      )}
      {preview.data?.recipients.map((each) => (
        <Recipient key={`${each.type} ${each.recipient}`} preview={each} />
      ))}
    </Dialog>
  );
}

function Recipient({
  preview: { type, recipient, rendered_as, notes, content },
}: {
  preview: ReportPreview;
}) {
  return (
    <section className={styles.recipient} aria-label={recipient}>
      <h3>
        {recipient} <Tag>{type}</Tag>
      </h3>
      {rendered_as !== null && <div className={styles.faint}>Made with what {rendered_as} may see</div>}
      {notes.map((note) => (
        <div key={note} className={styles.faint}>
          {note}
        </div>
      ))}
      {content && (
        <>
          <p>
            <b>{content.subject}</b>
            {content.files.map(({ name, bytes }) => (
              <Tag key={name} style={{ marginInlineStart: 8 }}>
                {name} ({grouped(Math.ceil(bytes / 1024))} kB)
              </Tag>
            ))}
          </p>
          <Letter title={`Message to ${recipient}`} html={content.html} />
        </>
      )}
    </section>
  );
}
