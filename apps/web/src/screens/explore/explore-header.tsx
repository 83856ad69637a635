import { EllipsisOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { dashboardTitle, type Slice } from '@chartroom/model';
import { DropMenu, EditableTitle, loadable } from '@chartroom/ui';
import { Button, Tag } from 'antd';
import { useRef, useState } from 'react';
import { errorText } from '../../api/client.ts';
import { fetchExplore } from '../../api/explore.ts';
import { useFavorites } from '../../api/favorites.ts';
import { tagOf } from '../../api/versions.ts';
import { bootstrap, isAdmin, may } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import type { ViewQueryModalProps } from '../../shared/chart/view-query-modal.tsx';
import { useEmailReport } from '../../shared/email-report/use-email-report.tsx';
import { focusAgain } from '../../shared/focus.ts';
import { ChartProperties } from '../../shared/properties/properties.tsx';
import type { SavedVersion } from '../../shared/properties/properties-modal.tsx';
import { Star } from '../../shared/star.tsx';
import { isReady } from './control-panel.tsx';
import type { EmbedCodeModalProps } from './embed-code-modal.tsx';
import styles from './explore.module.css';
import { alteredControls, useExplore } from './explore-store.ts';
import { useHeaderMenu } from './header-menu.tsx';
import type { SaveModalProps } from './save-modal.tsx';
import { redo, undo } from './take-steps.ts';

const SaveModal = loadable<SaveModalProps>(async () => (await import('./save-modal.tsx')).SaveModal);
const EmbedCodeModal = loadable<EmbedCodeModalProps>(
  async () => (await import('./embed-code-modal.tsx')).EmbedCodeModal,
);
const KeySheet = loadable(async () => (await import('./key-sheet.tsx')).KeySheet);
const AlteredModal = loadable(async () => (await import('./altered-modal.tsx')).AlteredModal);
const ViewQueryModal = loadable<ViewQueryModalProps>(
  async () => (await import('../../shared/chart/view-query-modal.tsx')).ViewQueryModal,
);

/** Title, what changed, save and the menu of everything else. */
export function ExploreHeader() {
  const state = useExplore();
  const { slice, name, setName, type, form, datasource, metadata, run, saving, setSaving } = state;
  const [viewing, setViewing] = useState(false);
  const [editing, setEditing] = useState(false);
  const [helping, setHelping] = useState(false);
  const [embedding, setEmbedding] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
  const favorites = useFavorites('chart', slice ? [{ id: slice.slice_id }] : []);
  const ready = isReady(type, form, datasource);
  const owner = !slice || isAdmin() || slice.owners.includes(bootstrap.user?.userId ?? -1);
  const mayWrite = owner && may('can_write', 'Chart');
  const reports = useEmailReport(
    slice ? { kind: 'chart', id: slice.slice_id, name: slice.slice_name, vizType: form.viz_type } : undefined,
    () => focusAgain(menuButton.current, '.ant-modal, .ant-dropdown'),
  );
  const menu = useHeaderMenu({
    reports: reports.items,
    viewQuery: () => setViewing(true),
    showKeys: () => setHelping(true),
    embed: () => setEmbedding(true),
    ...(slice && mayWrite ? { editProperties: () => setEditing(true) } : {}),
  });
  return (
    <header className={styles.header}>
      <EditableTitle
        title={name}
        label="Chart title"
        placeholder="Add the name of the chart"
        editable={mayWrite}
        onSave={setName}
      />
      {slice && (
        <Star kind="chart" id={slice.slice_id} starred={favorites.data?.has(slice.slice_id) ?? false} />
      )}
      {slice && <Altered />}
      <span className={styles.meta}>
        {metadata &&
          `${metadata.dashboards.length > 0 ? `On ${metadata.dashboards.map(dashboardTitle).join(', ')} · ` : ''}Modified ${metadata.changed_on_humanized}`}
      </span>
      <StepButtons />
      {may('can_write', 'Chart') && (
        <Button
          type="primary"
          disabled={!ready || run.status === 'loading'}
          title={ready ? '' : 'Add required control values to save chart'}
          onClick={() => setSaving({})}
        >
          Save
        </Button>
      )}
      <DropMenu
        trigger={['click']}
        autoFocus
        // A dialog that it opens gives the focus back to what had it.
        menu={{
          ...menu,
          onClick: ({ domEvent, keyPath }) => {
            // The key that chose is not to press the button, too; links of a menu within are followed.
            if (domEvent.type === 'keydown' && keyPath.length === 1) domEvent.preventDefault();
            menuButton.current?.focus();
          },
        }}
      >
        <Button ref={menuButton} icon={<EllipsisOutlined aria-hidden />} aria-label="Menu actions trigger" />
      </DropMenu>
      {saving && <SaveModal request={saving} onClose={() => setSaving(undefined)} />}
      {embedding && <EmbedCodeModal form={form} onClose={() => setEmbedding(false)} />}
      {helping && <KeySheet onClose={() => setHelping(false)} />}
      {editing && slice && (
        <ChartProperties
          id={slice.slice_id}
          onSaved={(saved) => void reread(slice, saved)}
          onClose={() => setEditing(false)}
        />
      )}
      {reports.dialogs}
      {viewing && type && <ViewQueryModal type={type} form={form} onClose={() => setViewing(false)} />}
    </header>
  );
}

/** Shows what the chart is called and who vouches for it after its properties were changed; the form stays as it is. */
async function reread(slice: Slice, { before, now }: SavedVersion): Promise<void> {
  try {
    const answer = await fetchExplore(new URLSearchParams({ slice_id: String(slice.slice_id) }));
    const seen =
      before === tagOf(slice.changed_on) && answer.slice !== null && now === tagOf(answer.slice.changed_on);
    useExplore.getState().described(answer, seen);
  } catch (error) {
    toast.error(errorText(error));
  }
}

/** Takes changes of the panel back, and makes them again. */
function StepButtons() {
  const { past, future } = useExplore((state) => state.steps);
  return (
    <span className={styles.steps}>
      <Button
        type="text"
        icon={<UndoOutlined aria-hidden />}
        aria-label="Undo"
        title="Undo (Ctrl+Z)"
        disabled={past.length === 0}
        onClick={undo}
      />
      <Button
        type="text"
        icon={<RedoOutlined aria-hidden />}
        aria-label="Redo"
        title="Redo (Ctrl+Y)"
        disabled={future.length === 0}
        onClick={redo}
      />
    </span>
  );
}

/** 'Altered' when the form differs from what was saved; a click tells in what. */
function Altered() {
  const state = useExplore();
  const [open, setOpen] = useState(false);
  if (alteredControls(state).length === 0) return null;
  return (
    <>
      <button type="button" className={styles.tagButton} onClick={() => setOpen(true)}>
        <Tag color="warning">Altered</Tag>
      </button>
      {open && <AlteredModal onClose={() => setOpen(false)} />}
    </>
  );
}
