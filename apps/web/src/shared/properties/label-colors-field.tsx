import { DeleteOutlined } from '@ant-design/icons';
import { isJsonObject } from '@chartroom/model';
import { AutoComplete, Button, ColorPicker, Form } from 'antd';
import { useId, useState } from 'react';
import { withLabelColor } from './dashboard-document.ts';

/** Colours that labels have in all charts of a dashboard: `label_colors` of the metadata, which stands below as JSON. */
export function LabelColorsField({ labels }: { labels: readonly string[] }) {
  const form = Form.useFormInstance();
  const text: unknown = Form.useWatch('json_metadata', form);
  const colors = typeof text === 'string' ? colorsIn(text) : undefined;
  const [label, setLabel] = useState('');
  const id = useId();
  if (typeof text !== 'string' || !colors) return null;
  const set = (name: string, color: string | undefined) => {
    form.setFields([
      { name: 'json_metadata', value: withLabelColor(text, name, color), touched: true, errors: [] },
    ]);
  };
  const add = () => {
    const name = label.trim();
    if (name === '' || colors[name] !== undefined) return;
    set(name, '#1FA8C9');
    setLabel('');
  };
  return (
    <Form.Item
      label="Label colors"
      htmlFor={id}
      extra="A label has this color in all charts of the dashboard, whatever the scheme says."
    >
      {Object.entries(colors).map(([name, color]) => (
        <div key={name} style={{ display: 'flex', alignItems: 'center', gap: 8, marginBottom: 6 }}>
          <ColorPicker
            size="small"
            disabledAlpha
            value={color}
            onChangeComplete={(chosen) => set(name, chosen.toHexString())}
          >
            <Button size="small" aria-label={`Color of ${name}`} style={{ background: color, width: 28 }} />
          </ColorPicker>
          <span style={{ flex: 1, overflow: 'hidden', textOverflow: 'ellipsis' }}>{name}</span>
          <Button
            size="small"
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={`Leave the color of ${name} to the scheme`}
            onClick={() => set(name, undefined)}
          />
        </div>
      ))}
      <div style={{ display: 'flex', gap: 8 }}>
        <AutoComplete
          id={id}
          style={{ flex: 1 }}
          value={label}
          placeholder="A label, as the legends have it"
          options={labels.filter((each) => colors[each] === undefined).map((value) => ({ value }))}
          showSearch={{ filterOption: true }}
          onChange={setLabel}
        />
        <Button disabled={label.trim() === ''} onClick={add}>
          Add color
        </Button>
      </div>
    </Form.Item>
  );
}

/** The chosen colours in the text of metadata; undefined while it cannot be read. */
function colorsIn(text: string): Record<string, string> | undefined {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return undefined;
  }
  const colors = isJsonObject(document) ? document.label_colors : undefined;
  if (!isJsonObject(colors)) return {};
  return Object.fromEntries(Object.entries(colors).map(([label, color]) => [label, String(color)]));
}
