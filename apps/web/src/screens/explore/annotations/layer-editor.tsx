import { textOf } from '@chartroom/charts';
import { Button, Checkbox, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { ColorButton } from '../../../shared/color-button.tsx';
import type { EditActions } from '../controls/list-field.tsx';
import styles from './annotations.module.css';
import { Field, type LayerPartProps } from './field.tsx';
import {
  KINDS,
  kindOf,
  type Layer,
  NEW_LAYER,
  OPACITIES,
  problemsOf,
  SOURCES,
  STYLES,
  withKind,
  withSource,
} from './layer.ts';
import { LayerColumns, LayerValue } from './layer-source.tsx';

interface LayerEditorProps extends EditActions<Layer> {
  layer: Layer | undefined;
  /** Names that are taken. */
  others: readonly string[];
}

/** Says what an annotation layer is, where it comes from and how it looks. */
export function LayerEditor({ layer, others, save, apply, remove, close }: LayerEditorProps) {
  const [draft, setDraft] = useState<Layer>(layer ?? NEW_LAYER);
  // What is missing is told once something was tried.
  const [isTold, setIsTold] = useState(layer !== undefined);
  const problems = problemsOf(draft, others);
  const shown = isTold ? problems : {};
  const change = (part: Layer) => setDraft((old) => ({ ...old, ...part }));
  const given = (act: (layer: Layer) => void) => () => {
    setIsTold(true);
    if (Object.keys(problems).length === 0) act(draft);
  };
  const kind = kindOf(draft);
  return (
    <div className={styles.editor}>
      <Field label="Name" problem={shown.name}>
        <Input
          aria-label="Name"
          autoFocus
          value={textOf(draft.name) ?? ''}
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      <div className={styles.line}>
        <Checkbox
          checked={draft.show === false}
          onChange={(event) => change({ show: !event.target.checked })}
        >
          Hide layer
        </Checkbox>
        <Checkbox
          checked={draft.showLabel === true}
          onChange={(event) => change({ showLabel: event.target.checked })}
        >
          Show label
        </Checkbox>
      </div>
      <div className={styles.pair}>
        <Field label="Annotation layer type">
          <Select
            aria-label="Annotation layer type"
            value={kind}
            options={[...KINDS]}
            onChange={(next: string) => setDraft(withKind(draft, next))}
          />
        </Field>
        {SOURCES[kind] && (
          <Field label="Annotation source">
            <Select
              aria-label="Annotation source"
              value={textOf(draft.sourceType) ?? null}
              options={[...(SOURCES[kind] ?? [])]}
              onChange={(next: string) => setDraft(withSource(draft, next))}
            />
          </Field>
        )}
      </div>
      <LayerValue layer={draft} problems={shown} change={change} />
      <LayerColumns layer={draft} problems={shown} change={change} />
      <Look layer={draft} problems={shown} change={change} />
      <div className={styles.buttons}>
        {layer ? (
          <Button size="small" danger onClick={remove}>
            Remove
          </Button>
        ) : (
          <Button size="small" onClick={close}>
            Cancel
          </Button>
        )}
        <Button size="small" onClick={given(apply)}>
          Apply
        </Button>
        <Button size="small" type="primary" onClick={given(save)}>
          OK
        </Button>
      </div>
    </div>
  );
}

function Look({ layer, change }: LayerPartProps) {
  const color = textOf(layer.color);
  const isSeries = kindOf(layer) === 'TIME_SERIES';
  return (
    <>
      <div className={styles.pair}>
        <Field label="Style">
          <Select
            aria-label="Style"
            value={textOf(layer.style) ?? 'solid'}
            options={[...STYLES]}
            onChange={(style: string) => change({ style })}
          />
        </Field>
        <Field label="Opacity">
          <Select
            aria-label="Opacity"
            value={textOf(layer.opacity) ?? ''}
            options={[...OPACITIES]}
            onChange={(opacity: string) => change({ opacity })}
          />
        </Field>
      </div>
      <div className={styles.line}>
        <span>Color</span>
        <ColorButton
          label="Color"
          color={color ?? null}
          onChange={(next) => change({ color: next.toHexString() })}
        />
        <Button size="small" disabled={color === undefined} onClick={() => change({ color: null })}>
          Automatic color
        </Button>
        <span>Line width</span>
        <InputNumber
          aria-label="Line width"
          size="small"
          className={styles.width}
          min={0}
          value={typeof layer.width === 'number' ? layer.width : 1}
          onChange={(width) => change({ width: width ?? 1 })}
        />
      </div>
      {isSeries && (
        <div className={styles.line}>
          <Checkbox
            checked={layer.showMarkers === true}
            onChange={(event) => change({ showMarkers: event.target.checked })}
          >
            Show Markers
          </Checkbox>
          <Checkbox
            checked={layer.hideLine === true}
            onChange={(event) => change({ hideLine: event.target.checked })}
          >
            Hide Line
          </Checkbox>
        </div>
      )}
    </>
  );
}
