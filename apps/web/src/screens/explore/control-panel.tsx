import {
  type ChartType,
  type Control,
  type ControlState,
  panelOf,
  problemsOf,
  type Section,
} from '@chartroom/charts';
import type { ChartFormData } from '@chartroom/model';
import { Hint } from '@chartroom/ui';
import { Alert, Button, Collapse, Tabs } from 'antd';
import { memo, type ReactNode, useEffect, useMemo, useState } from 'react';
import { bootstrap } from '../../base/bootstrap.ts';

import { ControlField } from './controls/control-field.tsx';
import styles from './explore.module.css';
import { type Run, staleControls, useExplore } from './explore-store.ts';
import { QUICK_MS } from './quick-questions.ts';

/** Rows that a question gives at most (contract/ui.md I). */
const MAX_ROWS = Number(bootstrap.conf.SQL_MAX_ROW) || 100_000;

/** The controls of the chart type in their tabs and sections, and the button that asks. */
export function ControlPanel() {
  const type = useExplore((state) => state.type);
  const form = useExplore((state) => state.form);
  const datasource = useExplore((state) => state.datasource);
  const setControl = useExplore((state) => state.setControl);
  const [open, setOpen] = useState<string>('data');
  const state: ControlState = useMemo(
    () => ({ form, datasource, baseMaps: bootstrap.base_maps, maxRows: MAX_ROWS }),
    [form, datasource],
  );
  const panel = useMemo(() => type && panelOf(type), [type]);
  const problems = useMemo(
    () => (panel ? problemsOf(panel, state) : new Map<string, string>()),
    [panel, state],
  );
  if (!panel) return null;
  const customize = panel.sections.some((section) => section.tab === 'customize');
  const tab = (name: 'data' | 'customize') => (
    <WhileOpen isOpen={open === name || !customize}>
      <Sections
        sections={panel.sections.filter(
          (section) => section.tab === name && (section.visible?.(state) ?? true),
        )}
        state={state}
        problems={problems}
        onChange={setControl}
      />
    </WhileOpen>
  );
  return (
    <section className={styles.controls} aria-label="Chart controls">
      <SwapNote />
      <Tabs
        className={styles.tabs}
        activeKey={customize ? open : 'data'}
        onChange={setOpen}
        items={[
          { key: 'data', label: 'Data', children: tab('data') },
          ...(customize ? [{ key: 'customize', label: 'Customize', children: tab('customize') }] : []),
        ]}
      />
      <RunButton problems={problems} />
    </section>
  );
}

/** A tab that nobody sees is not made anew with every change: the picture comes first. */
const WhileOpen = memo(
  ({ children }: { isOpen: boolean; children: ReactNode }) => children,
  (_before, after) => !after.isOpen,
);

/** What became of the settings when the dataset was changed. */
function SwapNote() {
  const { swapped, settleSwap, type, form, datasource, ask } = useExplore();
  if (swapped === undefined) return null;
  const go = () => {
    settleSwap(false);
    if (isReady(type, form, datasource)) void ask();
  };
  const isKept = swapped === 'kept';
  return (
    <Alert
      type="info"
      className={styles.swap}
      title={isKept ? 'Keep control settings?' : 'No form settings were maintained'}
      description={
        isKept
          ? "You've changed datasets. Any controls with data (columns, metrics) that match this new dataset have been retained."
          : 'We were unable to carry over any controls when switching to this new dataset.'
      }
      action={
        <span className={styles.swapButtons}>
          <Button size="small" type="primary" onClick={go}>
            Continue
          </Button>
          {isKept && (
            <Button size="small" onClick={() => settleSwap(true)}>
              Clear form
            </Button>
          )}
        </span>
      }
    />
  );
}

interface SectionsProps {
  sections: Section[];
  state: ControlState;
  problems: ReadonlyMap<string, string>;
  onChange: (name: string, value: unknown) => void;
}

function Sections({ sections, state, problems, onChange }: SectionsProps) {
  const shown = (control: Control) =>
    !control.hidden && control.type !== 'HiddenControl' && (control.visible?.(state) ?? true);
  const items = sections
    .filter((section) => section.rows.some((row) => row.some(shown)))
    .map((section) => {
      const wrong = section.rows.flat().some((control) => problems.has(control.name));
      return {
        key: section.label,
        label: (
          <span>
            {section.label}
            {wrong && (
              <Hint title="This section contains validation errors">
                <span className={styles.wrong}> •</span>
              </Hint>
            )}
          </span>
        ),
        children: section.rows.map((row, index) => {
          const visible = row.filter(shown);
          const heading = headingAt(section, index, shown);
          if (heading !== undefined)
            return (
              <h4 key={`heading ${heading}`} className={styles.rowHeading}>
                {heading}
              </h4>
            );
          if (visible.length === 0) return null;
          return (
            <div
              key={row.map((control) => control.name).join()}
              className={styles.controlRow}
              data-count={visible.length}
            >
              {visible.map((control) => (
                <ControlField
                  key={control.name}
                  control={control}
                  state={state}
                  problem={problems.get(control.name)}
                  onControl={onChange}
                />
              ))}
            </div>
          );
        }),
      };
    });
  const open = sections.filter((section) => section.expanded ?? true).map((section) => section.label);
  return <Collapse key={state.form.viz_type} ghost size="small" defaultActiveKey={open} items={items} />;
}

/** The heading that stands in place of a row, where something below it is shown. */
function headingAt(
  { rows, headings = {} }: Section,
  index: number,
  shown: (control: Control) => boolean,
): string | undefined {
  const heading = headings[index];
  if (heading === undefined) return undefined;
  const next = rows.findIndex((_row, at) => at > index && headings[at] !== undefined);
  const below = rows.slice(index + 1, next === -1 ? undefined : next);
  return below.some((row) => row.some(shown)) ? heading : undefined;
}

/** 'Create chart' for a new one, 'Update chart' when something changed, 'Stop' while it runs. */
function RunButton({ problems }: { problems: ReadonlyMap<string, string> }) {
  const state = useExplore();
  const stale =
    state.run.form === null ||
    state.run.status === 'stopped' ||
    state.run.status === 'failed' ||
    staleControls(state).length > 0;
  const isLong = useIsLong(state.run);
  const label = state.slice || state.run.form ? 'Update chart' : 'Create chart';
  // Its words are each an element of their own: another text in the same one would be something on the page that moves.
  if (state.run.status === 'loading' && (isLong || !state.run.isByItself)) {
    return (
      <div className={styles.run}>
        <Button danger block onClick={state.stop}>
          <span key="Stop">Stop</span>
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.run}>
      <Button
        type={stale ? 'primary' : 'default'}
        block
        disabled={problems.size > 0}
        onClick={() => void state.ask()}
      >
        <span key={label}>{label}</span>
      </Button>
    </div>
  );
}

/** Whether what is being asked takes longer than quick questions do. */
function useIsLong({ status, startedAt }: Run): boolean {
  const [long, setLong] = useState<number>();
  useEffect(() => {
    if (status !== 'loading') return;
    const timer = setTimeout(() => setLong(startedAt), QUICK_MS);
    return () => clearTimeout(timer);
  }, [status, startedAt]);
  return long === startedAt;
}

/** Whether this form can be asked at all. */
export function isReady(
  type: ChartType | undefined,
  form: ChartFormData,
  datasource: ControlState['datasource'],
): boolean {
  return type !== undefined && problemsOf(panelOf(type), { form, datasource, maxRows: MAX_ROWS }).size === 0;
}
