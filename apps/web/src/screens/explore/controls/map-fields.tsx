import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { membersOf, numberOf } from '@chartroom/charts';
import { Button, InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { ColorButton } from '../../../shared/color-button.tsx';
import styles from './controls.module.css';
import type { ValueFieldProps } from './value-fields.tsx';

type Members = Readonly<Record<string, unknown>>;

/** A colour as form data hold it. */
interface Channels {
  r: number;
  g: number;
  b: number;
  a: number;
}

/** Parts of a view and what they are called. */
const VIEW = [
  ['longitude', 'Longitude'],
  ['latitude', 'Latitude'],
  ['zoom', 'Zoom'],
  ['bearing', 'Bearing'],
  ['pitch', 'Pitch'],
] as const;

/** Where a map looks, and how closely. */
export function ViewportField({ value, onChange }: ValueFieldProps) {
  const view = membersOf(value);
  return (
    <div className={styles.numbers}>
      {VIEW.map(([name, label]) => (
        <InputNumber
          key={name}
          aria-label={label}
          prefix={label}
          controls={false}
          value={numberOf(view[name]) ?? 0}
          onChange={(next) => onChange({ ...view, [name]: next ?? 0 })}
        />
      ))}
    </div>
  );
}

/** Ranges of a metric, each with its colour (contract/charts.md §3.31). */
export function BreakpointsField({ label, value, onChange }: ValueFieldProps) {
  const next = (rows: readonly Members[]) =>
    1 + rows.reduce((most, row) => Math.max(most, numberOf(row.id) ?? 0), -1);
  return (
    <Rows
      label={label}
      value={value}
      onChange={onChange}
      add="Add breakpoint"
      fresh={(rows) => ({
        id: next(rows),
        color: { r: 31, g: 168, b: 201, a: 1 },
        minValue: 0,
        maxValue: 100,
      })}
      fields={(row, change) => (
        <>
          <Amount label="Lowest value" row={row} name="minValue" change={change} />
          <Amount label="Highest value" row={row} name="maxValue" change={change} />
        </>
      )}
    />
  );
}

/** Lines of one value, or bands between two (contract/charts.md §3.31). */
export function ContoursField({ label, value, onChange }: ValueFieldProps) {
  return (
    <Rows
      label={label}
      value={value}
      onChange={onChange}
      add="Add contour"
      fresh={(rows) => ({
        lowerThreshold: 1,
        color: { r: 255, g: 0, b: 255, a: 1 },
        strokeWidth: 1,
        zIndex: rows.length,
      })}
      fields={(row, change) => (
        <>
          <Amount label="Lower threshold" row={row} name="lowerThreshold" change={change} />
          <Amount label="Upper threshold" row={row} name="upperThreshold" change={change} />
          <Amount label="Width of the line" row={row} name="strokeWidth" change={change} />
        </>
      )}
    />
  );
}

interface RowsProps {
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
  add: string;
  fresh: (rows: readonly Members[]) => Members;
  fields: (row: Members, change: (part: Members) => void) => ReactNode;
}

/** Rows that each have a colour and some numbers. */
function Rows({ label, value, onChange, add, fresh, fields }: RowsProps) {
  const rows: Members[] = (Array.isArray(value) ? value : []).map(membersOf);
  return (
    <div className={styles.rules}>
      {rows.map((row, index) => {
        const change = (part: Members) =>
          onChange(rows.map((each, at) => (at === index ? { ...each, ...part } : each)));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
          <div key={index} className={styles.ruleLine}>
            <ColorButton
              label={`${label} ${index + 1}: color`}
              color={cssColor(row.color)}
              onChange={(color) => {
                const { r, g, b, a } = color.toRgb();
                const channels: Channels = { r: Math.round(r), g: Math.round(g), b: Math.round(b), a };
                change({ color: channels });
              }}
            />
            {fields(row, change)}
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined aria-hidden />}
              aria-label={`Remove ${label} ${index + 1}`}
              onClick={() => onChange(rows.filter((_row, at) => at !== index))}
            />
          </div>
        );
      })}
      <Button
        size="small"
        icon={<PlusOutlined aria-hidden />}
        onClick={() => onChange([...rows, fresh(rows)])}
      >
        {add}
      </Button>
    </div>
  );
}

interface AmountProps {
  label: string;
  row: Members;
  name: string;
  change: (part: Members) => void;
}

function Amount({ label, row, name, change }: AmountProps) {
  return (
    <InputNumber
      aria-label={label}
      placeholder={label}
      value={numberOf(row[name]) ?? null}
      onChange={(next) => change({ [name]: next ?? undefined })}
    />
  );
}

function cssColor(value: unknown): string {
  const channels = membersOf(value);
  const [r, g, b] = ['r', 'g', 'b'].map((name) => numberOf(channels[name]) ?? 0);
  return `rgb(${r}, ${g}, ${b})`;
}
