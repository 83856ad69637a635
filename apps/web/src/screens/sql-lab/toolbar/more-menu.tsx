import { EllipsisOutlined } from '@ant-design/icons';
import { DropMenu, loadable } from '@chartroom/ui';
import { Badge, Button, type MenuProps, Switch } from 'antd';
import { useState } from 'react';
import { bootstrap, may } from '../../../base/bootstrap.ts';
import { useLabSwitches } from '../lab-switches.ts';
import type { LabTab } from '../lab-tabs.ts';
import { useLive } from '../live/use-live.ts';
import { parametersIn } from './parameter-rows.ts';
import styles from './toolbar.module.css';

const ParametersModal = loadable(async () => (await import('./parameters.tsx')).ParametersModal);
const ScheduleModal = loadable(async () => (await import('../schedule/schedule-modal.tsx')).ScheduleModal);
const ShortcutsModal = loadable(async () => (await import('./shortcuts.tsx')).ShortcutsModal);

/** What is less often done with a tab, and the switches of all of them. */
export function MoreMenu({
  tab,
  disabled,
  onFormat,
}: {
  tab: LabTab;
  disabled: boolean;
  onFormat: () => void;
}) {
  const { rendersHtml, completes, live, turn } = useLabSwitches();
  const { isOffered } = useLive(tab.databaseId);
  const [open, setOpen] = useState(false);
  const [dialog, setDialog] = useState<'parameters' | 'keys' | 'schedule'>();
  const { schedule_form: asked } = bootstrap;
  const given = parametersIn(tab.templateParams ?? '');
  const items: NonNullable<MenuProps['items']> = [
    { key: 'rendersHtml', label: <Choice name="Render HTML" isOn={rendersHtml} /> },
    { key: 'completes', label: <Choice name="Autocomplete" isOn={completes} /> },
    ...(isOffered ? [{ key: 'live', label: <Choice name="Live SQL" isOn={live} /> }] : []),
    {
      key: 'parameters',
      label: (
        <span className={styles.choice}>
          Parameters
          {given ? (
            <Badge count={Object.keys(given).length} color="var(--cr-accent)" size="small" />
          ) : (
            <Badge count="!" size="small" title="These parameters are no JSON object" />
          )}
        </span>
      ),
    },
    { key: 'format', label: 'Format SQL', disabled },
    ...(asked && may('can_write', 'SavedQuery') ? [{ key: 'schedule', label: 'Schedule', disabled }] : []),
    { key: 'keys', label: 'Keyboard shortcuts' },
  ];
  const choose = (key: string) => {
    if (key === 'rendersHtml') return turn('rendersHtml', !rendersHtml);
    if (key === 'completes') return turn('completes', !completes);
    if (key === 'live') return turn('live', !live);
    setOpen(false);
    if (key === 'format') onFormat();
    else if (key === 'parameters' || key === 'keys' || key === 'schedule') setDialog(key);
  };
  return (
    <>
      <DropMenu
        trigger={['click']}
        autoFocus
        open={open}
        // A switch leaves the menu where it is.
        onOpenChange={(next, { source }) => (source === 'menu' ? undefined : setOpen(next))}
        menu={{ items, selectable: false, onClick: ({ key }) => choose(key) }}
      >
        <Button type="text" icon={<EllipsisOutlined aria-hidden />} aria-label="More" />
      </DropMenu>
      {dialog === 'parameters' && <ParametersModal tab={tab} onClose={() => setDialog(undefined)} />}
      {dialog === 'schedule' && asked && (
        <ScheduleModal tab={tab} asked={asked} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'keys' && <ShortcutsModal onClose={() => setDialog(undefined)} />}
    </>
  );
}

/** A line of the menu that is on or off: the line is what is pressed, the switch shows it. */
function Choice({ name, isOn }: { name: string; isOn: boolean }) {
  return (
    <span className={styles.choice}>
      {name}
      <span className="visually-hidden">{isOn ? ' is on' : ' is off'}</span>
      <span aria-hidden>
        <Switch size="small" checked={isOn} tabIndex={-1} />
      </span>
    </span>
  );
}
