import { type Choice, membersOf, NUMBER_FORMATS, numberOf, TIME_FORMATS, textOf } from '@chartroom/charts';
import { Button, Checkbox, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { randomName } from '../../../shared/adhoc-filter/random-name.ts';
import styles from './controls.module.css';
import { ListField } from './list-field.tsx';
import { FormatLine, SettingLine } from './setting-line.tsx';
import { BoundsField, type ValueFieldProps } from './value-fields.tsx';

type Column = Readonly<Record<string, unknown>>;

const KINDS: readonly Choice[] = [
  ['time', 'Time comparison'],
  ['contrib', 'Contribution'],
  ['spark', 'Sparkline'],
  ['avg', 'Period average'],
];
const COMPARISONS: readonly Choice[] = [
  ['value', 'Actual value'],
  ['diff', 'Difference'],
  ['perc', 'Percentage'],
  ['perc_change', 'Percentage change'],
];

/** What the rows of a time-series table show of their series, one column each (contract/charts.md §3.30). */
export function TimeColumnsField({ control, label, value, onChange }: ValueFieldProps) {
  return (
    <ListField<Column>
      id={`control-${control.name}`}
      label={label}
      values={Array.isArray(value) ? value.map(membersOf) : []}
      textOf={(column) => textOf(column.label) ?? kindText(column)}
      multi
      addText="Add a column"
      fromDrop={() => undefined}
      editor={(column, { save, close }) => (
        <ColumnEditor key={String(column?.key)} column={column} onSave={save} onCancel={close} />
      )}
      onChange={onChange}
    />
  );
}

function kindText({ colType }: Column): string {
  return KINDS.find(([kind]) => kind === colType)?.[1] ?? 'Column';
}

interface ColumnEditorProps {
  column: Column | undefined;
  onSave: (column: Column) => void;
  onCancel: () => void;
}

function ColumnEditor({ column, onSave, onCancel }: ColumnEditorProps) {
  const [draft, setDraft] = useState<Column>(column ?? { key: randomName(), colType: 'time' });
  const set = (part: Column) => setDraft({ ...draft, ...part });
  const fields = { draft, set };
  const kind = draft.colType;
  return (
    <div className={styles.config}>
      <TextLine {...fields} name="label" text="Label" />
      <TextLine {...fields} name="tooltip" text="Tooltip" />
      <ChoiceLine {...fields} name="colType" text="Type" choices={KINDS} />
      {kind === 'time' && (
        <ChoiceLine {...fields} name="comparisonType" text="Comparison" choices={COMPARISONS} />
      )}
      {(kind === 'time' || kind === 'avg' || kind === 'spark') && (
        <NumberLine {...fields} name="timeLag" text={kind === 'time' ? 'Time lag' : 'Last periods'} />
      )}
      {kind === 'spark' ? (
        <LineFields {...fields} />
      ) : (
        <BoundsLine {...fields} name="bounds" text="Color bounds" />
      )}
      <FormatOf {...fields} name="d3format" text="Number format" choices={NUMBER_FORMATS} />
      <div className={styles.pair}>
        <Button size="small" onClick={onCancel}>
          Close
        </Button>
        <Button size="small" type="primary" onClick={() => onSave(draft)}>
          Save
        </Button>
      </div>
    </div>
  );
}

/** How the small line looks. */
function LineFields(fields: Fields) {
  return (
    <>
      <NumberLine {...fields} name="timeRatio" text="Ratio to periods before" />
      <NumberLine {...fields} name="width" text="Width" />
      <NumberLine {...fields} name="height" text="Height" />
      <Checkbox
        checked={fields.draft.showYAxis === true}
        onChange={(event) => fields.set({ showYAxis: event.target.checked })}
      >
        Show Y-axis
      </Checkbox>
      <BoundsLine {...fields} name="yAxisBounds" text="Y-axis bounds" />
      <FormatOf {...fields} name="dateFormat" text="Date format" choices={TIME_FORMATS} />
    </>
  );
}

interface Fields {
  draft: Column;
  set: (part: Column) => void;
}

type NamedField = Fields & { name: string; text: string };

function TextLine({ draft, set, name, text }: NamedField) {
  return (
    <SettingLine text={text}>
      <Input
        aria-label={text}
        value={textOf(draft[name]) ?? ''}
        onChange={(event) => set({ [name]: event.target.value })}
      />
    </SettingLine>
  );
}

function NumberLine({ draft, set, name, text }: NamedField) {
  return (
    <SettingLine text={text}>
      <InputNumber
        aria-label={text}
        className={styles.wide}
        value={numberOf(draft[name]) ?? null}
        onChange={(next) => set({ [name]: next })}
      />
    </SettingLine>
  );
}

function BoundsLine({ draft, set, name, text }: NamedField) {
  const control = { name, label: text, type: 'BoundsControl' };
  const state = { form: { datasource: '', viz_type: '' }, datasource: null };
  return (
    <SettingLine text={text}>
      <BoundsField
        control={control}
        state={state}
        label={text}
        value={draft[name]}
        onChange={(next) => set({ [name]: next })}
      />
    </SettingLine>
  );
}

function ChoiceLine({ draft, set, name, text, choices }: NamedField & { choices: readonly Choice[] }) {
  const options = choices.map(([each, label]) => ({ value: String(each), label }));
  return (
    <SettingLine text={text}>
      <Select
        aria-label={text}
        className={styles.wide}
        value={textOf(draft[name]) ?? options[0]?.value}
        options={options}
        onChange={(next: string) => set({ [name]: next })}
      />
    </SettingLine>
  );
}

function FormatOf({ draft, set, name, text, choices }: NamedField & { choices: readonly Choice[] }) {
  return (
    <FormatLine
      text={text}
      choices={choices}
      value={textOf(draft[name])}
      onChange={(next) => set({ [name]: next })}
    />
  );
}
