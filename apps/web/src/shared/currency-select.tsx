import { currencySymbol } from '@chartroom/charts';
import { Select } from 'antd';
import { bootstrap } from '../base/bootstrap.ts';

interface CurrencySelectProps {
  label: string;
  /** A code of ISO 4217, or any text. */
  value: string | undefined;
  onChange: (symbol: string | undefined) => void;
}

/** What an amount is counted in: a currency, those that the installation offers first, or any text. */
export function CurrencySelect({ label, value, onChange }: CurrencySelectProps) {
  return (
    <Select
      aria-label={label}
      mode="tags"
      maxCount={2}
      allowClear
      placeholder="Currency"
      value={value ? [value] : []}
      options={currencies()}
      onChange={(next: string[]) => onChange(next.at(-1))}
    />
  );
}

function currencies(): { value: string; label: string }[] {
  const codes = new Set([...bootstrap.formats.currencies, ...Intl.supportedValuesOf('currency')]);
  return [...codes].map((code) => {
    const symbol = currencySymbol(code);
    return { value: code, label: symbol === code ? code : `${symbol} (${code})` };
  });
}
