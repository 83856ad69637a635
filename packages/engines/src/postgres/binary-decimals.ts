import { OddValue, type Put } from './odd-value.ts';

/** Digits of a group of PostgreSQL's decimals, and the number that they are digits of. */
const [GROUP, BASE] = [4, 10_000];
/** Where the parts of a decimal stand: how many groups, the power of the first, the sign; then the groups. */
const [WEIGHT, SIGN, GROUPS] = [2, 4, 8];
const [POSITIVE, NEGATIVE, NOT_A_NUMBER] = [0, 0x4000, 0xc000];
/** Digits up to which a number holds a decimal exactly, with those that its last group has beyond its scale. */
const EXACT_DIGITS = 12;
/** Powers of ten: quicker looked up than reckoned. */
const POWERS = Array.from({ length: 2 * EXACT_DIGITS }, (_, power) => 10 ** power);
const TWO_32 = 2 ** 32;

/** Writes decimals as whole numbers of so many bytes. */
export function putDecimal(
  values: DataView,
  width: number,
  { precision, scale }: { precision: number; scale: number },
): Put {
  return precision > EXACT_DIGITS ? putLarge(values, width, scale) : putSmall(values, width, scale);
}

function putSmall(values: DataView, width: number, scale: number): Put {
  return (tuples, at, row) => {
    const groups = tuples.getInt16(at);
    let number = 0;
    for (let group = 0; group < groups; group++)
      number = number * BASE + tuples.getInt16(at + GROUPS + group * 2);
    const power = powerOf(tuples, at, groups) + scale;
    const whole = power < 0 ? number / (POWERS[-power] ?? 0) : number * (POWERS[power] ?? 0);
    if (!Number.isInteger(whole)) throw new OddValue('more decimal places');
    const signed = isNegative(tuples, at) ? -whole : whole;
    if (width === 2) values.setInt16(row * 2, signed, true);
    else {
      // The lower half of a number beyond 32 bits, as they turn round.
      values.setInt32(row * width, signed, true);
      if (width === 8) values.setInt32(row * 8 + 4, Math.floor(signed / TWO_32), true);
    }
  };
}

function putLarge(values: DataView, width: number, scale: number): Put {
  return (tuples, at, row) => {
    const groups = tuples.getInt16(at);
    let number = 0n;
    for (let group = 0; group < groups; group++)
      number = number * BigInt(BASE) + BigInt(tuples.getInt16(at + GROUPS + group * 2));
    const power = powerOf(tuples, at, groups) + scale;
    const factor = 10n ** BigInt(Math.abs(power));
    if (power < 0 && number % factor !== 0n) throw new OddValue('more decimal places');
    const whole = power < 0 ? number / factor : number * factor;
    const signed = isNegative(tuples, at) ? -whole : whole;
    values.setBigInt64(row * width, BigInt.asIntN(64, signed), true);
    if (width === 16) values.setBigInt64(row * 16 + 8, signed >> 64n, true);
  };
}

/** The power of ten that the last group counts. */
function powerOf(tuples: DataView, at: number, groups: number): number {
  return (tuples.getInt16(at + WEIGHT) - groups + 1) * GROUP;
}

function isNegative(tuples: DataView, at: number): boolean {
  const sign = tuples.getUint16(at + SIGN);
  if (sign === POSITIVE || sign === NEGATIVE) return sign === NEGATIVE;
  throw new OddValue(sign === NOT_A_NUMBER ? 'NaN' : 'an infinite number');
}
