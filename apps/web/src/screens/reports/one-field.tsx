import { namedChoices, OneRemoteSelect } from '../../shared/editor/remote-select.tsx';

export interface OneFieldProps {
  label: string;
  resource: string;
  /** The column by which things are known. */
  column: string;
  placeholder: string;
  /** Set by the form. */
  value?: number;
  onChange?: (value: number | undefined) => void;
}

/** One thing of a resource as a form's field. */
export function OneField({ label, resource, column, placeholder, value, onChange }: OneFieldProps) {
  return (
    <OneRemoteSelect
      label={label}
      source={[resource, 'named']}
      load={(asked, signal) => namedChoices(resource, column, asked, signal)}
      placeholder={placeholder}
      value={value}
      onChange={(next) => onChange?.(next)}
    />
  );
}
