/** Every time zone with how far it is from Greenwich now, from west to east. */
export function timeZones(): { value: string; label: string }[] {
  const now = new Date();
  // Not among those that are told: what schedules begin with.
  const names = new Set(['Africa/Abidjan', ...Intl.supportedValuesOf('timeZone')]);
  return [...names]
    .map((value) => ({ value, minutes: minutesAhead(value, now) }))
    .sort((a, b) => a.minutes - b.minutes || (a.value < b.value ? -1 : 1))
    .map(({ value, minutes }) => ({ value, label: `GMT ${offsetText(minutes)} (${value})` }));
}

function minutesAhead(timeZone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):(\d{2})/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
