import { membersOf, numberOf, sizesOf } from '@chartroom/charts';
import { InputNumber, Radio } from 'antd';
import styles from './controls.module.css';
import type { ValueFieldProps } from './value-fields.tsx';

const EXTENTS = [
  { value: 'FIT_DATA', label: 'Fit data' },
  { value: 'CUSTOM', label: 'Custom' },
];
const VIEW = ['Zoom', 'Latitude', 'Longitude'] as const;

/** What a map shows: all that is drawn, or an extent of its own (contract/charts.md §3.29). */
export function ExtentField({ label, value, onChange }: ValueFieldProps) {
  const view = membersOf(value);
  return (
    <>
      <Radio.Group
        aria-label={label}
        options={EXTENTS}
        value={view.mode === 'CUSTOM' ? 'CUSTOM' : 'FIT_DATA'}
        onChange={({ target }) => onChange({ ...view, mode: target.value })}
      />
      {view.mode === 'CUSTOM' && (
        <div className={styles.pair}>
          {VIEW.map((name) => (
            <InputNumber
              key={name}
              aria-label={name}
              prefix={name}
              value={numberOf(view[`fixed${name}`]) ?? numberOf(view[name.toLowerCase()]) ?? 0}
              onChange={(next) =>
                onChange({ ...view, [`fixed${name}`]: next ?? 0, [name.toLowerCase()]: next ?? 0 })
              }
            />
          ))}
        </div>
      )}
    </>
  );
}

const RULES = [
  { value: 'FIXED', label: 'Fixed' },
  { value: 'LINEAR', label: 'Linear' },
  { value: 'EXP', label: 'Exponential' },
];
/** The numbers of each rule, and what they are called. */
const NUMBERS = [
  ['width', 'Width', ['FIXED', 'LINEAR', 'EXP']],
  ['height', 'Height', ['FIXED', 'LINEAR', 'EXP']],
  ['zoom', 'At zoom', ['LINEAR', 'EXP']],
  ['slope', 'Pixels per zoom', ['LINEAR']],
  ['exponent', 'Times per zoom', ['EXP']],
] as const;

/** How large the charts of a map are at each zoom; the sizes themselves are kept beside the rule that makes them. */
export function ChartSizeField({ label, value, onChange }: ValueFieldProps) {
  const { type, configs } = membersOf(value);
  const rule = RULES.find((each) => each.value === type)?.value ?? 'FIXED';
  const numbers = membersOf(configs);
  const set = (nextRule: string, next: Record<string, unknown>) =>
    onChange({ type: nextRule, configs: next, values: sizesOf(nextRule, next) });
  return (
    <>
      <Radio.Group
        aria-label={label}
        options={RULES}
        value={rule}
        onChange={({ target }) => set(String(target.value), numbers)}
      />
      <div className={styles.pair}>
        {NUMBERS.filter(([, , rules]) => rules.some((each) => each === rule)).map(([name, text]) => (
          <InputNumber
            key={name}
            aria-label={text}
            prefix={text}
            value={numberOf(numbers[name]) ?? null}
            onChange={(next) => next !== null && set(rule, { ...numbers, [name]: next })}
          />
        ))}
      </div>
    </>
  );
}
