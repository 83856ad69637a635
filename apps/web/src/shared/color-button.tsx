import { ColorPicker, type ColorPickerProps } from 'antd';
import styles from './color-button.module.css';

interface ColorButtonProps {
  /** What the colour is of. */
  label: string;
  /** Any colour of CSS; none while it is chosen automatically. */
  color: string | null;
  onChange: NonNullable<ColorPickerProps['onChangeComplete']>;
}

/** A button that shows a colour and lets another one be chosen. */
export function ColorButton({ label, color, onChange }: ColorButtonProps) {
  return (
    <ColorPicker value={color} onChangeComplete={onChange}>
      <button type="button" className={styles.button} aria-label={label} title={label}>
        <span className={styles.color} style={color === null ? {} : { background: color }} />
      </button>
    </ColorPicker>
  );
}
