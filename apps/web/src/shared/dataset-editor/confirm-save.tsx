import type { DatasetImpact, NewName } from '@chartroom/model';
import { Alert } from 'antd';
import { useState } from 'react';
import { Dialog } from '../dialog.tsx';
import { type DatasetDraft, type GoneName, sayingStill } from './draft.ts';
import { canFollow, NameImpact, usesOf } from './impact.tsx';

const CONFIRMATION =
  'The dataset configuration exposed here affects all the charts using this dataset. Be mindful that changing settings here may affect other charts in undesirable ways. Are you sure you want to save and apply changes?';

interface ConfirmSaveProps {
  draft: DatasetDraft;
  gone: readonly GoneName[];
  impact: DatasetImpact;
  /** Saves, and carries the new names to what uses the former ones. */
  onConfirm: (names: NewName[]) => Promise<void>;
  onClose: () => void;
}

/** Asks once more before a dataset is saved; what uses names that go is told, and takes the new ones where that is wanted. */
export function ConfirmSave({ draft, gone, impact, onConfirm, onClose }: ConfirmSaveProps) {
  const [isBusy, setIsBusy] = useState(false);
  const used = gone
    .map((name) => ({ name, uses: usesOf(impact, name.from), saying: sayingStill(draft, name) }))
    .filter(({ uses, saying }) => uses.length + saying.length > 0);
  const [names, setNames] = useState(() =>
    used.flatMap(({ name: { kind, from, to }, uses }) =>
      to !== undefined && canFollow(uses) ? [{ kind, from, to }] : [],
    ),
  );
  const carriedOf = ({ kind, from }: GoneName) =>
    names.find((each) => each.kind === kind && each.from === from)?.to;
  const carry = ({ kind, from }: GoneName, to: string | undefined) =>
    setNames((all) => [
      ...all.filter((each) => each.kind !== kind || each.from !== from),
      ...(to === undefined ? [] : [{ kind, from, to }]),
    ]);
  const confirm = async () => {
    setIsBusy(true);
    await onConfirm(names);
    setIsBusy(false);
  };
  return (
    <Dialog
      title="Confirm save"
      width={620}
      okText="OK"
      confirmLoading={isBusy}
      cancelButtonProps={{ disabled: isBusy }}
      closable={!isBusy}
      onOk={() => void confirm()}
      onCancel={onClose}
    >
      <p>{CONFIRMATION}</p>
      {(used.length > 0 || impact.others > 0) && (
        <Alert
          type="warning"
          title="What you take away or call otherwise is in use."
          description={
            <>
              {used.map(({ name, uses, saying }) => (
                <NameImpact
                  key={`${name.kind} ${name.from}`}
                  gone={name}
                  uses={uses}
                  saying={saying}
                  carried={carriedOf(name)}
                  onCarry={(to) => carry(name, to)}
                />
              ))}
              {impact.others > 0 && <p>{impact.others} more that you may not see will break.</p>}
            </>
          }
        />
      )}
    </Dialog>
  );
}
