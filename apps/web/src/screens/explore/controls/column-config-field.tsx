import { type Choice, membersOf, NUMBER_FORMATS, numberOf, TIME_FORMATS, textOf } from '@chartroom/charts';
import { GenericType } from '@chartroom/model';
import { Button, Checkbox, Input, InputNumber, Popover, Select } from 'antd';
import { useState } from 'react';
import { useExplore } from '../explore-store.ts';
import { type ConfigurableColumn, configurableColumns } from './configurable-columns.ts';
import styles from './controls.module.css';
import { FormatLine, SettingLine } from './setting-line.tsx';
import { CurrencyField, type ValueFieldProps } from './value-fields.tsx';

type Config = Readonly<Record<string, unknown>>;

/** How each column looks: its name, format, width, bars (contract/charts.md §3.25). */
export function ColumnConfigField(props: ValueFieldProps) {
  const { control, label, value, state, onChange } = props;
  const results = useExplore(({ run }) => run.results);
  const [open, setOpen] = useState<string>();
  const configs = membersOf(value);
  const columns = configurableColumns(state.form, results);
  if (columns.length === 0) return <span className={styles.note}>There are no columns yet.</span>;
  const set = (key: string, part: Config) => {
    const kept = Object.entries({ ...membersOf(configs[key]), ...part }).filter(
      ([, each]) => each !== undefined,
    );
    const { [key]: _, ...others } = configs;
    onChange(kept.length > 0 ? { ...others, [key]: Object.fromEntries(kept) } : others);
  };
  return (
    <fieldset className={styles.list} aria-label={label} id={`control-${control.name}`}>
      {columns.map((column) => {
        const config = membersOf(configs[column.key]);
        const settings = Object.keys(config).length;
        const more = settings > 0 ? `, ${settings} set` : '';
        return (
          <Popover
            key={column.key}
            trigger="click"
            placement="right"
            destroyOnHidden
            open={open === column.key}
            onOpenChange={(isOpen) => setOpen(isOpen ? column.key : undefined)}
            content={
              <ConfigEditor
                {...props}
                column={column}
                config={config}
                set={(part) => set(column.key, part)}
                reset={() => {
                  const { [column.key]: _, ...others } = configs;
                  onChange(others);
                }}
              />
            }
          >
            <button type="button" className={styles.pillText} aria-label={`${column.key}${more}`}>
              <span data-set={settings > 0} className={styles.configured}>
                {column.key}
              </span>
            </button>
          </Popover>
        );
      })}
    </fieldset>
  );
}

interface ConfigEditorProps extends ValueFieldProps {
  column: ConfigurableColumn;
  config: Config;
  set: (part: Config) => void;
  reset: () => void;
}

function ConfigEditor(props: ConfigEditorProps) {
  const { column, config, reset, state } = props;
  const { viz_type: type } = state.form;
  return (
    <div className={styles.config}>
      {type === 'radar' && <RadarFields {...props} />}
      {type === 'pop_kpi' && <NameFields {...props} hasIcon />}
      {type !== 'radar' && type !== 'pop_kpi' && (
        <>
          <NameFields {...props} />
          <PlaceFields {...props} />
          {column.type === GenericType.NUMERIC && <NumberFields {...props} />}
          {column.type === GenericType.TEMPORAL && (
            <FormatField {...props} name="d3TimeFormat" text="Date format" choices={TIME_FORMATS} />
          )}
          {column.type === GenericType.STRING && (
            <Flag {...props} name="truncateLongCells" text="Truncate Cells" usual={false} />
          )}
        </>
      )}
      <Button size="small" disabled={Object.keys(config).length === 0} onClick={reset}>
        As usual
      </Button>
    </div>
  );
}

/** Lowest and highest value of a metric's axis. */
function RadarFields({ config, set }: ConfigEditorProps) {
  const bound = (name: string, text: string) => (
    <SettingLine text={text}>
      <InputNumber
        aria-label={text}
        value={numberOf(config[name]) ?? null}
        onChange={(next) => set({ [name]: next ?? undefined })}
      />
    </SettingLine>
  );
  return (
    <>
      {bound('radarMetricMinValue', 'Min')}
      {bound('radarMetricMaxValue', 'Max')}
    </>
  );
}

function NameFields(props: ConfigEditorProps & { hasIcon?: boolean }) {
  const { column, config, set, hasIcon } = props;
  return (
    <>
      <Flag {...props} name="visible" text="Display in chart" usual />
      <SettingLine text="Column name">
        <Input
          aria-label="Column name"
          placeholder={column.key}
          value={textOf(config.customColumnName) ?? ''}
          onChange={(event) => set({ customColumnName: event.target.value || undefined })}
        />
      </SettingLine>
      {hasIcon && <Flag {...props} name="displayTypeIcon" text="Display type icon" usual />}
    </>
  );
}

function PlaceFields({ config, set }: ConfigEditorProps) {
  return (
    <>
      <SettingLine text="Min Width">
        <InputNumber
          aria-label="Min Width"
          min={0}
          value={numberOf(config.columnWidth) ?? null}
          onChange={(columnWidth) => set({ columnWidth: columnWidth ?? undefined })}
        />
      </SettingLine>
      <SettingLine text="Text align">
        <Select
          aria-label="Text align"
          allowClear
          placeholder="By its values"
          value={textOf(config.horizontalAlign) ?? null}
          options={['left', 'center', 'right'].map((each) => ({ value: each, label: each }))}
          onChange={(horizontalAlign?: string | null) =>
            set({ horizontalAlign: horizontalAlign ?? undefined })
          }
        />
      </SettingLine>
    </>
  );
}

function NumberFields(props: ConfigEditorProps) {
  return (
    <>
      <FormatField {...props} name="d3NumberFormat" text="D3 format" choices={NUMBER_FORMATS} />
      <FormatField
        {...props}
        name="d3SmallNumberFormat"
        text="Small number format"
        choices={NUMBER_FORMATS}
      />
      <SettingLine text="Currency format">
        <CurrencyField
          {...props}
          control={{ ...props.control, name: 'column_currency' }}
          label="Currency format"
          value={props.config.currencyFormat}
          onChange={(currencyFormat) => props.set({ currencyFormat })}
        />
      </SettingLine>
      <Flag {...props} name="showCellBars" text="Show cell bars" usual />
      <Flag {...props} name="alignPositiveNegative" text="Align +/-" usual={false} />
      <Flag {...props} name="colorPositiveNegative" text="Color +/-" usual={false} />
    </>
  );
}

type FieldOf = ConfigEditorProps & { name: string; text: string };

function FormatField({ name, text, choices, config, set }: FieldOf & { choices: readonly Choice[] }) {
  return (
    <FormatLine
      text={text}
      choices={choices}
      value={textOf(config[name])}
      onChange={(next) => set({ [name]: next })}
    />
  );
}

function Flag({ name, text, usual, config, set }: FieldOf & { usual: boolean }) {
  const value = config[name];
  return (
    <Checkbox
      checked={typeof value === 'boolean' ? value : usual}
      onChange={(event) => set({ [name]: event.target.checked })}
    >
      {text}
    </Checkbox>
  );
}
