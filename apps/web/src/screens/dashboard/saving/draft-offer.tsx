import { Alert, Button, Space } from 'antd';
import { useEffect, useState } from 'react';
import { useDashboardStore } from '../store/dashboard-context.ts';
import { draftOf, dropDraft, keepDrafts, takeUpDraft } from './drafts.ts';

/** Offers what was built here and never saved, because the server or the session was gone; keeps what is built now. */
export function DraftOffer() {
  const store = useDashboardStore();
  const { id } = store.getState().dashboard.info;
  const [draft, setDraft] = useState(() => draftOf(id));
  useEffect(() => keepDrafts(store), [store]);
  if (!draft) return null;
  return (
    <Alert
      type="info"
      showIcon
      banner
      title={`What you built here on ${new Date(draft.keptAt).toLocaleString()} was not saved.`}
      action={
        <Space wrap>
          <Button
            type="primary"
            size="small"
            onClick={() => {
              takeUpDraft(store, draft);
              setDraft(undefined);
            }}
          >
            Take it up again
          </Button>
          <Button
            size="small"
            onClick={() => {
              dropDraft(id);
              setDraft(undefined);
            }}
          >
            Throw it away
          </Button>
        </Space>
      }
    />
  );
}
