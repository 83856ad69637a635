import type { Choice } from '@chartroom/charts';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import styles from './controls.module.css';

/** A field among the settings of one thing, with its name above it. */
export function SettingLine({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={styles.control}>
      <span className={styles.label}>{text}</span>
      {children}
    </div>
  );
}

export interface FormatLineProps {
  text: string;
  choices: readonly Choice[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** One of some formats, or any that is typed. */
export function FormatLine({ text, choices, value, onChange }: FormatLineProps) {
  return (
    <SettingLine text={text}>
      <Select
        aria-label={text}
        mode="tags"
        maxCount={2}
        allowClear
        placeholder="As usual"
        value={value === undefined ? [] : [value]}
        options={choices.map(([each, label]) => ({ value: String(each), label }))}
        onChange={(next: string[]) => onChange(next.at(-1))}
      />
    </SettingLine>
  );
}
