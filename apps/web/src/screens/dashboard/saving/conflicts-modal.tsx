import type { BoardConflict, Side } from '@chartroom/model';
import { TextDiff } from '@chartroom/ui';
import { Radio } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../../shared/dialog.tsx';
import { useDashboard } from '../store/dashboard-context.ts';
import styles from './saving.module.css';

/** 'Confirm overwrite': what somebody else has changed, too, and whose state of it is taken. */
export function ConflictsModal() {
  const asking = useDashboard((state) => state.asking);
  const [choices, setChoices] = useState<ReadonlyMap<string, Side>>(new Map());
  const [shown, setShown] = useState(0);
  if (!asking) return null;
  const { conflicts, by, answer } = asking;
  const conflict = conflicts[shown] ?? conflicts[0];
  const isChosen = conflicts.every(({ key }) => choices.has(key));
  const choose = (key: string, side: Side) => setChoices(new Map([...choices, [key, side]]));
  return (
    <Dialog
      title="Confirm overwrite"
      width={960}
      okText="Save with these choices"
      okButtonProps={{ disabled: !isChosen }}
      onOk={() => answer(choices)}
      cancelText="No"
      onCancel={() => answer(undefined)}
    >
      <p>
        Please confirm the overwrite values. {by ? `${by} has` : 'Somebody else has'} saved this dashboard
        meanwhile. What you changed in other places goes together; of these, one of the two can stay:
      </p>
      <ul className={styles.conflicts}>
        {conflicts.map((each, at) => (
          <li key={each.key} data-shown={each === conflict}>
            <button type="button" className={styles.name} onClick={() => setShown(at)}>
              {each.name}
            </button>
            <span className={styles.kind}>{kindOf(each)}</span>
            <Radio.Group
              aria-label={`Whose state of ${each.name} is taken`}
              value={choices.get(each.key) ?? null}
              onChange={({ target }) => {
                setShown(at);
                choose(each.key, target.value === 'mine' ? 'mine' : 'theirs');
              }}
              options={[
                { value: 'mine', label: 'Mine' },
                { value: 'theirs', label: by ? `That of ${by}` : 'The other one' },
              ]}
            />
          </li>
        ))}
      </ul>
      {conflict && (
        <div className={styles.diff}>
          <div className={styles.sides}>
            <b>{by ?? 'The other one'}</b>
            <b>Mine</b>
          </div>
          <TextDiff
            language="json"
            before={textOf(conflict.theirs)}
            after={textOf(conflict.mine)}
            labels={['As the other one has it', 'As I have it']}
          />
        </div>
      )}
    </Dialog>
  );
}

function kindOf({ mine, theirs }: BoardConflict): string {
  if (mine === undefined) return 'taken away by you, changed by the other';
  return theirs === undefined ? 'changed by you, taken away by the other' : 'changed by both';
}

function textOf(value: unknown): string {
  return value === undefined ? '(taken away)' : JSON.stringify(value, null, 2);
}
