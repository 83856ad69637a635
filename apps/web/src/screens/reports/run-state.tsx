import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  LoadingOutlined,
  MinusCircleOutlined,
  PlayCircleOutlined,
} from '@ant-design/icons';
import { Hint } from '@chartroom/ui';
import type { ReactNode } from 'react';

/** Alerts look at something, and send only when it holds; reports send. */
export type ReportKind = 'Alert' | 'Report';

/** States of a run, as filters of lists name them (contract/ui.md A5). */
export const RUN_STATES = ['Success', 'Working', 'Error', 'Not triggered', 'On Grace'] as const;

const LOOKS: Readonly<Record<string, { icon: ReactNode; color: string }>> = {
  Success: { icon: <CheckCircleOutlined aria-hidden />, color: 'var(--cr-success)' },
  Working: { icon: <LoadingOutlined aria-hidden />, color: 'var(--cr-accent)' },
  Error: { icon: <CloseCircleOutlined aria-hidden />, color: 'var(--cr-error)' },
  'Not triggered': { icon: <MinusCircleOutlined aria-hidden />, color: 'var(--cr-text-secondary)' },
  'On Grace': { icon: <ClockCircleOutlined aria-hidden />, color: 'var(--cr-warning)' },
};

/** What a state says of an alert or a report. */
export function stateWords(state: string, kind: ReportKind): string {
  if (state !== 'Success') return state;
  return kind === 'Alert' ? 'Alert triggered, notification sent' : 'Report sent';
}

/** The state of a run as a sign, with what it says; `isOver`: the run has gone on from there, and nothing moves. */
export function RunState({ state, kind, isOver }: { state: string; kind: ReportKind; isOver?: boolean }) {
  const look = LOOKS[state] ?? LOOKS['Not triggered'];
  const words = stateWords(state, kind);
  return (
    <Hint title={words}>
      <span role="img" aria-label={words} style={{ color: look?.color }}>
        {state === 'Working' && isOver ? <PlayCircleOutlined aria-hidden /> : look?.icon}
      </span>
    </Hint>
  );
}
