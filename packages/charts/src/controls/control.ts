import type { BaseMap, ChartFormData, DatasourceData, JsonValue } from '@chartroom/model';

/** Kinds of controls that the explorer knows how to draw. The names are those of the field (conformance `controls/*`). */
export type ControlKind =
  | 'DatasourceControl'
  | 'VizTypeControl'
  | 'HiddenControl'
  | 'DndColumnSelect'
  | 'DndMetricSelect'
  | 'DndFilterSelect'
  | 'SelectControl'
  | 'CheckboxControl'
  | 'TextControl'
  | 'NumberControl'
  | 'SliderControl'
  | 'RadioButtonControl'
  | 'ColorPickerControl'
  | 'ColorSchemeControl'
  | 'BoundsControl'
  | 'CurrencyControl'
  | 'ConditionalFormattingControl'
  | 'ColumnConfigControl'
  | 'XAxisSortControl'
  | 'AnnotationLayerControl'
  | 'TimeRangeControl'
  | (string & {});

export type Choice = readonly [value: JsonValue, label: string];

/** What a control may look at when it decides whether and how it is shown. */
export interface ControlState {
  form: ChartFormData;
  datasource: DatasourceData | null;
  /** Grounds of maps that the installation offers. */
  baseMaps?: readonly BaseMap[];
  /** Rows that the installation gives at most. */
  maxRows?: number;
}

/** One control of a panel: data, so that the explorer draws it and imports are checked by it. */
export interface Control {
  name: string;
  label: string;
  type: ControlKind;
  description?: string;
  default?: JsonValue;
  choices?: readonly Choice[];
  /** Choices that depend on the dataset or on other controls. */
  choicesFrom?: (state: ControlState) => readonly Choice[];
  /** How a value reads that may be stored otherwise than it is offered; undefined where it says so itself. */
  textOf?: (value: unknown, datasource: DatasourceData | null) => string | undefined;
  multi?: boolean;
  freeForm?: boolean;
  clearable?: boolean;
  /** A change only redraws, it does not query. */
  renderTrigger?: boolean;
  required?: boolean;
  validators?: readonly string[];
  min?: number;
  max?: number;
  step?: number;
  isInt?: boolean;
  isFloat?: boolean;
  placeholder?: string;
  /** Shown only when it answers true. */
  visible?: (state: ControlState) => boolean;
  /** Choices or value further depend on the dataset or on server settings. */
  fromDatasource?: boolean;
  /** False: a value survives while the control is hidden, because another control of the same name shows it. */
  resetOnHide?: boolean;
  /** Initial value worked out from the dataset (main temporal column …) when the form has none. */
  initial?: (state: ControlState) => JsonValue | undefined;
  hidden?: boolean;
  /** What is wrong with the form as far as this control is concerned, where a rule looks at several controls. */
  check?: (state: ControlState) => string | undefined;
}

export interface Section {
  label: string;
  tab: 'data' | 'customize';
  expanded?: boolean;
  description?: string;
  visible?: (state: ControlState) => boolean;
  /** Rows of controls, in order. A row without controls only carries the heading of the rows below it. */
  rows: readonly (readonly Control[])[];
  /** Headings inside the section, by the index of the row that they take the place of. */
  headings?: Readonly<Record<number, string>>;
}

/** The control panel of a chart type. The heading (datasource, viz_type and hidden keys) is common to all. */
export interface ControlPanel {
  sections: readonly Section[];
}
