const asked = Number(process.env.CHARTROOM_FUZZ ?? 2000);
if (!Number.isSafeInteger(asked) || asked < 1)
  throw new Error('CHARTROOM_FUZZ is the number of cases a law is tried on, e.g. 100000');

/**
 * Cases a law is tried on: all that are asked for, or a part where a case is dear. A failure prints a seed and a path;
 * beside `numRuns` they repeat it.
 */
export function cases(part = 1): { numRuns: number } {
  return { numRuns: Math.ceil(asked * part) };
}

/** Milliseconds a law may take: some thirty a case where engines answer. */
export const PATIENCE_MS = Math.max(60_000, asked * 30);
