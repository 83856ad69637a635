import { InfoCircleOutlined, ThunderboltOutlined } from '@ant-design/icons';
import type { Control, ControlState } from '@chartroom/charts';
import { Hint, loadable } from '@chartroom/ui';
import { type ComponentType, memo, useCallback } from 'react';
import { TimeRangePicker } from '../../../shared/time-range/time-range-picker.tsx';
import { LayersField } from '../annotations/layers-field.tsx';
import { ChartSizeField, ExtentField } from './chart-places-fields.tsx';
import { ChartsField } from './charts-field.tsx';
import { CodeField } from './code-field.tsx';
import { ColumnConfigField } from './column-config-field.tsx';
import { ConditionalFormattingField } from './conditional-formatting-field.tsx';
import styles from './controls.module.css';
import { JsonField } from './json-field.tsx';
import { BreakpointsField, ContoursField, ViewportField } from './map-fields.tsx';
import { MatrixDimensionField } from './matrix-dimension-field.tsx';
import { FixedOrMetricField, SpatialField } from './place-fields.tsx';
import { ColumnsField, FiltersField, MetricsField, type ReferenceFieldProps } from './reference-fields.tsx';
import { TimeColumnsField } from './time-columns-field.tsx';
import {
  BoundsField,
  CheckboxField,
  ClockTimesField,
  ColorField,
  CurrencyField,
  NumberField,
  RadioField,
  SchemeField,
  SelectField,
  SliderField,
  TextField,
  type ValueFieldProps,
} from './value-fields.tsx';

/** The calendar is large, and few charts ask for a day. */
const DayField = loadable<ValueFieldProps>(async () => (await import('./day-field.tsx')).DayField);

/** Fields that need the dataset's columns and metrics. */
const REFERENCES: Record<string, ComponentType<ReferenceFieldProps>> = {
  DndColumnSelect: ColumnsField,
  DndMetricSelect: MetricsField,
  DndFilterSelect: FiltersField,
  SpatialControl: SpatialField,
  FixedOrMetricControl: FixedOrMetricField,
};

const VALUES: Record<string, ComponentType<ValueFieldProps>> = {
  SelectControl: SelectField,
  XAxisSortControl: SelectField,
  CheckboxControl: CheckboxField,
  TextControl: TextField,
  TextAreaControl: TextField,
  NumberControl: NumberField,
  SliderControl: SliderField,
  RadioButtonControl: RadioField,
  ColorPickerControl: ColorField,
  ColorSchemeControl: SchemeField,
  BoundsControl: BoundsField,
  CurrencyControl: CurrencyField,
  ConditionalFormattingControl: ConditionalFormattingField,
  AnnotationLayerControl: LayersField,
  ColumnConfigControl: ColumnConfigField,
  TimeRangeControl: ClockTimesField,
  DateFilterControl: TimeRangeField,
  HandlebarsTemplateControl: CodeField,
  StyleControl: CodeField,
  CollectionControl: TimeColumnsField,
  ViewportControl: ViewportField,
  ColorBreakpointsControl: BreakpointsField,
  ContourControl: ContoursField,
  TimeOffsetControl: DayField,
  SelectAsyncControl: ChartsField,
  MapViewControl: ExtentField,
  ZoomConfigControl: ChartSizeField,
  MatrixDimensionControl: MatrixDimensionField,
};

function TimeRangeField({ label, value, onChange }: ValueFieldProps) {
  return (
    <TimeRangePicker
      label={label}
      value={typeof value === 'string' ? value : 'No filter'}
      onChange={onChange}
    />
  );
}

export interface ControlFieldProps {
  control: Control;
  state: ControlState;
  /** What is wrong with the value, if anything. */
  problem: string | undefined;
  onControl: (name: string, value: unknown) => void;
}

/** Fields that read more of the form than their own value. */
const FORM_READERS = new Set([
  'ColumnConfigControl',
  'ConditionalFormattingControl',
  'MatrixDimensionControl',
]);

/**
 * One control of the panel: its label, its field by kind, what is wrong with it. A panel has forty, and the
 * picture waits for them all: one is made anew only when something changed that it reads.
 */
export const ControlField = memo(OneField, (before, after) => {
  const isFormRead = after.control.choicesFrom !== undefined || FORM_READERS.has(after.control.type);
  return (
    before.control === after.control &&
    before.problem === after.problem &&
    before.onControl === after.onControl &&
    before.state.datasource === after.state.datasource &&
    shownValue(before) === shownValue(after) &&
    (!isFormRead || before.state.form === after.state.form)
  );
});

function shownValue({ control, state }: ControlFieldProps): unknown {
  const given = state.form[control.name];
  return given === undefined ? control.default : given;
}

function OneField(props: ControlFieldProps) {
  const { control, state, problem, onControl } = props;
  const value = shownValue(props);
  const onChange = useCallback((next: unknown) => onControl(control.name, next), [control.name, onControl]);
  const label = control.label || wordsOf(control.name);
  const Reference = REFERENCES[control.type];
  const Value = VALUES[control.type] ?? JsonField;
  const checkbox = control.type === 'CheckboxControl';
  return (
    <div className={styles.control} data-control={control.name} data-problem={problem !== undefined}>
      <div className={styles.label}>
        {!checkbox && <label htmlFor={`control-${control.name}`}>{label}</label>}
        {checkbox && (
          <Value control={control} label={label} value={value} state={state} onChange={onChange} />
        )}
        {control.description && (
          <Hint title={control.description}>
            <InfoCircleOutlined className={styles.hint} aria-label={control.description} />
          </Hint>
        )}
        {control.renderTrigger && !checkbox && (
          <Hint title="Takes effect on chart immediately">
            <ThunderboltOutlined className={styles.hint} aria-label="Takes effect on chart immediately" />
          </Hint>
        )}
      </div>
      {!checkbox && Reference && state.datasource && (
        <Reference
          control={control}
          label={label}
          value={value}
          datasource={state.datasource}
          onChange={onChange}
        />
      )}
      {!checkbox && !Reference && (
        <Value control={control} label={label} value={value} state={state} onChange={onChange} />
      )}
      {problem && (
        <div className={styles.problem} role="alert">
          {problem}
        </div>
      )}
    </div>
  );
}

/** A control without a label is called by the words of its key. */
function wordsOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
