import {
  type Choice,
  type Control,
  type ControlState,
  categoricalSchemes,
  sequentialSchemes,
} from '@chartroom/charts';
import { Checkbox, Input, InputNumber, Radio, Select, Slider } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { ColorButton } from '../../../shared/color-button.tsx';
import { CurrencySelect } from '../../../shared/currency-select.tsx';
import styles from './controls.module.css';

export interface ValueFieldProps {
  control: Control;
  label: string;
  value: unknown;
  state: ControlState;
  onChange: (value: unknown) => void;
}

/** One of several, or any text where the control allows it. */
export function SelectField({ control, label, value, state, onChange }: ValueFieldProps) {
  const choices: readonly Choice[] = control.choicesFrom?.(state) ?? control.choices ?? [];
  const stored = storedOptions(control, value, state, choices);
  const read = new Set(stored.map(({ label: text }) => text));
  const offered = choices.map(([each, text]) => ({ value: keyOf(each), label: text }));
  const options = [...stored, ...offered.filter(({ label: text }) => !read.has(text))];
  const byKey = new Map(choices.map(([each]) => [keyOf(each), each]));
  const back = (chosen: string) => {
    if (chosen === keyOf(value)) return value;
    if (byKey.has(chosen)) return byKey.get(chosen);
    const numeric = chosen.trim() !== '' && Number.isFinite(Number(chosen));
    return numeric && choices.every(([each]) => typeof each === 'number' || each === null)
      ? Number(chosen)
      : chosen;
  };
  const shared = {
    id: `control-${control.name}`,
    'aria-label': label,
    className: styles.wide,
    allowClear: control.clearable ?? true,
    showSearch: { optionFilterProp: 'label' as const },
    options,
    placeholder: control.placeholder ?? (options.length > 0 ? `${options.length} option(s)` : 'Type a value'),
  };
  if (control.multi) {
    const chosen = Array.isArray(value) ? value.map(keyOf) : [];
    return (
      <Select
        {...shared}
        mode={control.freeForm ? 'tags' : 'multiple'}
        value={chosen}
        onChange={(next: string[]) => onChange(next.map(back))}
      />
    );
  }
  const chosen = value === undefined || (value === null && !byKey.has('null')) ? undefined : keyOf(value);
  if (!control.freeForm)
    return (
      <Select
        {...shared}
        value={chosen}
        onChange={(next: string | undefined) => onChange(next === undefined ? null : back(next))}
      />
    );
  return (
    <Select
      {...shared}
      mode="tags"
      maxCount={2}
      value={chosen === undefined ? [] : [chosen]}
      onChange={(next: string[]) => onChange(next.length > 0 ? back(next.at(-1) ?? '') : null)}
    />
  );
}

/** Values that are stored otherwise than they are offered, by how they read. */
function storedOptions(
  { textOf }: Control,
  value: unknown,
  { datasource }: ControlState,
  choices: readonly Choice[],
): { value: string; label: string }[] {
  // An expression goes by its name.
  if (typeof value === 'object' && value !== null && 'label' in value && typeof value.label === 'string')
    return [{ value: keyOf(value), label: value.label }];
  if (!textOf || !Array.isArray(value)) return [];
  const offered = new Set(choices.map(([each]) => each));
  return value
    .filter((each) => !offered.has(each))
    .flatMap((each) => {
      const text = textOf(each, datasource);
      return text === undefined ? [] : [{ value: keyOf(each), label: text }];
    });
}

function keyOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A yes or no. */
export function CheckboxField({ control, label, value, onChange }: ValueFieldProps) {
  return (
    <Checkbox
      id={`control-${control.name}`}
      checked={Boolean(value)}
      onChange={(event) => onChange(event.target.checked)}
    >
      {label}
    </Checkbox>
  );
}

/** Text or a number as text; commits shortly after the last key. */
export function TextField({ control, label, value, onChange }: ValueFieldProps) {
  const given = value === null || value === undefined ? '' : String(value);
  const [draft, setDraft] = useState(given);
  useEffect(() => setDraft(given), [given]);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    if (draft === given) return;
    const timer = setTimeout(() => {
      const number = Number(draft);
      const numeric = (control.isInt || control.isFloat) && draft.trim() !== '' && Number.isFinite(number);
      const value = control.isInt ? Math.trunc(number) : number;
      latest.current(numeric ? value : draft);
    }, 250);
    return () => clearTimeout(timer);
  }, [draft, given, control.isInt, control.isFloat]);
  return (
    <Input
      id={`control-${control.name}`}
      aria-label={label}
      value={draft}
      placeholder={control.placeholder ?? ''}
      onChange={(event) => setDraft(event.target.value)}
    />
  );
}

/** A number within bounds. */
export function NumberField({ control, label, value, onChange }: ValueFieldProps) {
  return (
    <InputNumber
      id={`control-${control.name}`}
      aria-label={label}
      className={styles.wide}
      value={typeof value === 'number' ? value : null}
      {...(control.min === undefined ? {} : { min: control.min })}
      {...(control.max === undefined ? {} : { max: control.max })}
      {...(control.step === undefined ? {} : { step: control.step })}
      onChange={(next) => onChange(next)}
    />
  );
}

/** A number on a line. */
export function SliderField({ control, label, value, onChange }: ValueFieldProps) {
  return (
    <Slider
      ariaLabelForHandle={label}
      value={typeof value === 'number' ? value : 0}
      min={control.min ?? 0}
      max={control.max ?? 100}
      step={control.step ?? 1}
      onChange={onChange}
    />
  );
}

/** A few choices side by side. */
export function RadioField({ control, label, value, state, onChange }: ValueFieldProps) {
  const choices = control.choicesFrom?.(state) ?? control.choices ?? [];
  return (
    <Radio.Group
      aria-label={label}
      optionType="button"
      size="small"
      value={JSON.stringify(value)}
      onChange={(event) => onChange(JSON.parse(event.target.value))}
    >
      {choices.map(([each, text]) => (
        <Radio.Button key={JSON.stringify(each)} value={JSON.stringify(each)}>
          {text}
        </Radio.Button>
      ))}
    </Radio.Group>
  );
}

/** A fixed colour, kept as `{r, g, b, a}`. */
export function ColorField({ label, value, onChange }: ValueFieldProps) {
  const color = isRgba(value) ? `rgba(${value.r},${value.g},${value.b},${value.a ?? 1})` : '#007a87';
  return (
    <ColorButton
      label={label}
      color={color}
      onChange={(next) => {
        const { r, g, b, a } = next.toRgb();
        onChange({ r: Math.round(r), g: Math.round(g), b: Math.round(b), a });
      }}
    />
  );
}

/** A colour scheme, shown by its colours. */
export function SchemeField({ control, label, value, onChange }: ValueFieldProps) {
  const schemes = control.name.startsWith('linear') ? sequentialSchemes() : categoricalSchemes();
  return (
    <Select
      id={`control-${control.name}`}
      aria-label={label}
      className={styles.wide}
      value={typeof value === 'string' ? value : undefined}
      showSearch={{ optionFilterProp: 'title' }}
      onChange={(next) => onChange(next)}
      options={schemes.map((scheme) => ({
        value: scheme.id,
        title: scheme.label,
        label: (
          <span className={styles.scheme}>
            <span className={styles.swatches} aria-hidden="true">
              {scheme.colors.slice(0, 8).map((color) => (
                <span key={color} style={{ width: 12, height: 12, background: color }} />
              ))}
            </span>
            {scheme.label}
          </span>
        ),
      }))}
    />
  );
}

/** Lowest and highest value; an empty side is free. */
export function BoundsField({ label, value, onChange }: ValueFieldProps) {
  const [low, high] = Array.isArray(value) ? value : [null, null];
  const side = (each: unknown) => (typeof each === 'number' ? each : null);
  return (
    <div className={styles.pair}>
      <InputNumber
        aria-label={`${label}: min`}
        placeholder="Min"
        value={side(low)}
        onChange={(next) => onChange([next, side(high)])}
      />
      <InputNumber
        aria-label={`${label}: max`}
        placeholder="Max"
        value={side(high)}
        onChange={(next) => onChange([side(low), next])}
      />
    </div>
  );
}

/** Two times of day, from one to the other. */
export function ClockTimesField({ label, value, onChange }: ValueFieldProps) {
  const [from, to] = Array.isArray(value) ? value : [null, null];
  const side = (each: unknown) => (typeof each === 'string' ? each : '');
  const change = (pair: readonly string[]) =>
    onChange(pair.every((each) => each === '') ? null : pair.map(withSeconds));
  return (
    <div className={styles.pair}>
      <Input
        type="time"
        step={1}
        aria-label={`${label}: from`}
        value={side(from)}
        onChange={(event) => change([event.target.value, side(to)])}
      />
      <Input
        type="time"
        step={1}
        aria-label={`${label}: to`}
        value={side(to)}
        onChange={(event) => change([side(from), event.target.value])}
      />
    </div>
  );
}

/** Browsers leave out seconds of nought. */
function withSeconds(time: string): string | null {
  return /^\d\d:\d\d$/.test(time) ? `${time}:00` : time || null;
}

/** Currency and the side of the number it stands on. */
export function CurrencyField({ control, label, value, onChange }: ValueFieldProps) {
  const given = isCurrency(value) ? value : {};
  const change = (part: { symbol?: string | undefined; symbolPosition?: string | undefined }) =>
    onChange({ ...given, ...part });
  return (
    <div className={styles.pair}>
      <Select
        id={`control-${control.name}`}
        aria-label={`${label}: prefix or suffix`}
        allowClear
        placeholder="Prefix or suffix"
        value={given.symbolPosition}
        options={[
          { value: 'prefix', label: 'Prefix' },
          { value: 'suffix', label: 'Suffix' },
        ]}
        onChange={(symbolPosition: string | undefined) => change({ symbolPosition })}
      />
      <CurrencySelect
        label={`${label}: currency`}
        value={given.symbol}
        onChange={(symbol) => change({ symbol })}
      />
    </div>
  );
}

function isRgba(value: unknown): value is { r: number; g: number; b: number; a?: number } {
  return typeof value === 'object' && value !== null && 'r' in value && 'g' in value && 'b' in value;
}

function isCurrency(value: unknown): value is { symbol?: string; symbolPosition?: string } {
  return typeof value === 'object' && value !== null;
}
