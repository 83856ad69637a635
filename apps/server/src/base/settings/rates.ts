/** So many requests in so many seconds. */
export interface Rate {
  most: number;
  seconds: number;
}

const UNITS: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3_600, day: 86_400 };

/** Rates as settings write them: `50 per second`, `10/minute`, `100 per 5 minutes`, several with a semicolon between. Undefined for what is none. */
export function readRates(text: string): Rate[] | undefined {
  const rates = text.split(';').map((part): Rate | undefined => {
    const [, most, times = '1', unit = ''] =
      /^\s*(\d{1,9})\s*(?:per|\/)\s*(\d{1,4})?\s*(second|minute|hour|day)s?\s*$/i.exec(part) ?? [];
    const seconds = Number(times) * (UNITS[unit.toLowerCase()] ?? 0);
    return most === undefined || Number(most) < 1 || seconds < 1
      ? undefined
      : { most: Number(most), seconds };
  });
  const known = rates.filter((rate) => rate !== undefined);
  return known.length === rates.length ? known : undefined;
}
