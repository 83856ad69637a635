import type { ReportLog, SentMessage } from '@chartroom/model';
import { EmptyState, ErrorAlert } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { errorsOf } from '../../api/client.ts';
import { fetchSent } from '../../api/reports.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { Letter } from './letter.tsx';
import styles from './reports.module.css';

/** What a run of an alert or report sent, and to whom. */
export function SentModal({ report, run, onClose }: { report: number; run: ReportLog; onClose: () => void }) {
  const sent = useQuery({
    queryKey: ['report', 'sent', report, run.id],
    queryFn: ({ signal }) => fetchSent(report, run.id, signal),
  });
  return (
    <Dialog
      title={`Sent at ${run.end_dttm?.slice(0, 16).replace('T', ' ')} UTC`}
      width={860}
      footer={null}
      onCancel={onClose}
    >
      {sent.isPending && <Skeleton active paragraph={{ rows: 10 }} />}
      {sent.isError && <ErrorAlert errors={errorsOf(sent.error)} />}
      {sent.data?.length === 0 && (
        <EmptyState
          title="Nothing is kept of this run"
          description="Either nothing arrived, or it is long ago: what was sent is kept of the last 50 runs."
        />
      )}
      {sent.data?.map((message) => (
        <Message key={message.id} message={message} />
      ))}
    </Dialog>
  );
}

function Message({ message: { recipients, rendered_as, content } }: { message: SentMessage }) {
  const names = recipients.join(', ');
  const picture = content?.picture ?? null;
  const isApart = picture !== null && content?.html.includes(picture) === false;
  return (
    <section className={styles.recipient} aria-label={names}>
      <h3>{names}</h3>
      {rendered_as !== null && <div className={styles.faint}>Made with what {rendered_as} may see</div>}
      {content ? (
        <>
          <p>
            <b>{content.subject}</b>
          </p>
          <Letter title={`Message to ${names}`} html={content.html} isShort={isApart} />
          {picture !== null && isApart && (
            <img className={styles.picture} src={picture} alt={`What was sent to ${names}`} />
          )}
        </>
      ) : (
        <div className={styles.faint}>What it shows is for its recipient alone.</div>
      )}
    </section>
  );
}
