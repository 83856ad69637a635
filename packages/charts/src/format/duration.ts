interface DurationParts {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
  milliseconds: number;
  microseconds: number;
  nanoseconds: number;
}

/** How a duration is written: `words` = 1m 6s, `exact` = with µs and ns, `clock` = 1:06. */
export type DurationStyle = 'words' | 'exact' | 'clock';

/** Writes a number of milliseconds as a duration, e.g. 66000 → `1m 6s` (contract, formats of numbers). */
export function formatDuration(value: number, style: DurationStyle): string {
  const sign = value < 0 ? '-' : '';
  const milliseconds = Math.abs(value);
  const text = style === 'clock' ? clock(milliseconds) : words(milliseconds, style === 'exact');
  return sign + text;
}

function words(milliseconds: number, exact: boolean): string {
  const parts = split(milliseconds);
  const texts = [
    unit(Math.trunc(parts.days / 365), 'y'),
    unit(parts.days % 365, 'd'),
    unit(parts.hours, 'h'),
    unit(parts.minutes, 'm'),
  ];
  if (exact) {
    texts.push(
      unit(parts.seconds, 's'),
      unit(parts.milliseconds, 'ms'),
      unit(parts.microseconds, 'µs'),
      unit(parts.nanoseconds, 'ns'),
    );
  } else if (milliseconds < 1000) {
    const below = parts.milliseconds + parts.microseconds / 1e3 + parts.nanoseconds / 1e6;
    texts.push(
      unit(parts.seconds, 's'),
      unit(below >= 1 ? Math.min(999, Math.round(below)) : Math.ceil(below), 'ms'),
    );
  } else {
    texts.push(unit(tenthsOfSeconds(milliseconds), 's'));
  }
  return texts.filter((text) => text !== '').join(' ') || '0ms';
}

function clock(milliseconds: number): string {
  const parts = split(milliseconds);
  const [whole = '0', fraction] = String(tenthsOfSeconds(milliseconds)).split('.');
  const fields = [Math.trunc(parts.days / 365), parts.days % 365, parts.hours];
  const texts: string[] = [];
  for (const field of fields)
    if (field !== 0 || texts.length > 0) texts.push(padded(String(field), texts.length > 0));
  texts.push(padded(String(parts.minutes), texts.length > 0));
  texts.push(padded(whole, true) + (fraction === undefined ? '' : `.${fraction}`));
  return texts.join(':');
}

function unit(amount: number, name: string): string {
  return amount === 0 ? '' : `${amount}${name}`;
}

function padded(text: string, pad: boolean): string {
  return pad ? text.padStart(2, '0') : text;
}

/** Seconds within the minute, cut (not rounded) to tenths; the small addition undoes binary fractions. */
function tenthsOfSeconds(milliseconds: number): number {
  return Math.round(Math.floor(((milliseconds / 1000) % 60) * 10 + 1e-7)) / 10;
}

function split(milliseconds: number): DurationParts {
  return {
    days: Math.trunc(milliseconds / 86_400_000),
    hours: Math.trunc((milliseconds / 3_600_000) % 24),
    minutes: Math.trunc((milliseconds / 60_000) % 60),
    seconds: Math.trunc((milliseconds / 1000) % 60),
    milliseconds: Math.trunc(milliseconds % 1000),
    microseconds: Math.trunc((milliseconds * 1e3) % 1000),
    nanoseconds: Math.trunc((milliseconds * 1e6) % 1000),
  };
}
