import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { GenericType, metricLabel } from '@chartroom/model';
import { Button, InputNumber, Select } from 'antd';
import { ColorButton } from '../../../shared/color-button.tsx';
import styles from './controls.module.css';
import type { ValueFieldProps } from './value-fields.tsx';

interface Rule {
  column?: string;
  operator?: string;
  targetValue?: number | null;
  targetValueLeft?: number | null;
  targetValueRight?: number | null;
  colorScheme?: string;
}

const OPERATORS = ['None', '>', '<', '≥', '≤', '=', '≠', '< x <', '≤ x ≤', '≤ x <', '< x ≤'];

/** Rules that colour cells by their value (contract/charts.md §4.4). */
export function ConditionalFormattingField({ value, state, onChange }: ValueFieldProps) {
  const rules: Rule[] = Array.isArray(value) ? value : [];
  const metrics = Array.isArray(state.form.metrics) ? state.form.metrics.map(metricLabel) : [];
  const numeric = (state.datasource?.columns ?? [])
    .filter((each) => each.type_generic === GenericType.NUMERIC)
    .map((each) => each.column_name);
  const columns = [...new Set([...metrics, ...numeric])];
  const change = (index: number, part: Rule) =>
    onChange(rules.map((rule, at) => (at === index ? { ...rule, ...part } : rule)));
  return (
    <div className={styles.rules}>
      {rules.map((rule, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules have no identity but their place
        <div key={index} className={styles.rule}>
          <Select
            aria-label="Column"
            placeholder="Column"
            value={rule.column}
            options={columns.map((each) => ({ value: each, label: each }))}
            onChange={(column) => change(index, { column })}
          />
          <div className={styles.ruleLine}>
            <Select
              aria-label="Operator"
              value={rule.operator ?? 'None'}
              options={OPERATORS.map((each) => ({ value: each, label: each }))}
              onChange={(operator) => change(index, { operator })}
            />
            <Bounds rule={rule} onChange={(part) => change(index, part)} />
            <ColorButton
              label="Color"
              color={rule.colorScheme ?? '#ACE1C4'}
              onChange={(color) => change(index, { colorScheme: color.toHexString() })}
            />
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined aria-hidden />}
              aria-label="Remove rule"
              onClick={() => onChange(rules.filter((_rule, at) => at !== index))}
            />
          </div>
        </div>
      ))}
      <Button
        size="small"
        icon={<PlusOutlined aria-hidden />}
        onClick={() =>
          onChange([...rules, { column: columns[0], operator: '>', targetValue: 0, colorScheme: '#ACE1C4' }])
        }
      >
        Add new color formatter
      </Button>
    </div>
  );
}

function Bounds({ rule, onChange }: { rule: Rule; onChange: (part: Rule) => void }) {
  if (!rule.operator || rule.operator === 'None') return null;
  if (!rule.operator.includes('x')) {
    return (
      <InputNumber
        aria-label="Target value"
        value={rule.targetValue ?? null}
        onChange={(targetValue) => onChange({ targetValue })}
      />
    );
  }
  return (
    <>
      <InputNumber
        aria-label="Left value"
        value={rule.targetValueLeft ?? null}
        onChange={(targetValueLeft) => onChange({ targetValueLeft })}
      />
      <InputNumber
        aria-label="Right value"
        value={rule.targetValueRight ?? null}
        onChange={(targetValueRight) => onChange({ targetValueRight })}
      />
    </>
  );
}
