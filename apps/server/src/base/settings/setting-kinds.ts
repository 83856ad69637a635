import { isIP } from 'node:net';
import { z } from 'zod';

/** On or off, as people write it. */
export const flag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0', 'yes', 'no', 'on', 'off'])])
  .transform((given) => {
    return given === true || given === 'true' || given === '1' || given === 'yes' || given === 'on';
  });

/** A whole number, `least` or more. */
export const whole = (least: number) => z.coerce.number().int().min(least);

/** Lists and objects: as they are in the file of settings, as JSON in the environment. */
export function structured<Shape extends z.ZodType>(shape: Shape) {
  return z.preprocess((given, context) => {
    if (typeof given !== 'string') return given;
    try {
      return JSON.parse(given);
    } catch {
      context.addIssue({ code: 'custom', message: 'must be JSON' });
      return z.NEVER;
    }
  }, shape);
}

/** Texts: a list in the file of settings, separated by commas in the environment. */
export function texts<Shape extends z.ZodType>(each: Shape) {
  const split = (given: unknown) =>
    typeof given === 'string'
      ? given
          .split(',')
          .map((part) => part.trim())
          .filter((part) => part !== '')
      : given;
  return z.preprocess(split, z.array(each));
}

/** An address of the network, or a range of them such as `10.0.0.0/8`. */
export const networkAddress = z
  .string()
  .refine(isAddressRange, 'must be network addresses or ranges such as 10.0.0.0/8');

/** Whether a text is an address or a range of addresses. */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const kind = isIP(address);
  if (kind === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128));
}
