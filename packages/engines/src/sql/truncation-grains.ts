/** Grains that are `DATE_TRUNC('<unit>', c)`, from ISO duration to unit. */
export function truncations(units: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(units).map(([duration, unit]) => [duration, `DATE_TRUNC('${unit}', {col})`]),
  );
}
