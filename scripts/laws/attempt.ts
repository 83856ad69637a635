import { ChartroomError } from '@chartroom/model';

/**
 * What a call gives, or undefined where the installation refuses. Refusals are answers; everything else that is thrown is
 * a fault and goes on.
 */
export function unlessRefused<Value>(call: () => Value): Value | undefined {
  try {
    return call();
  } catch (error) {
    if (error instanceof ChartroomError && error.status < 500) return undefined;
    throw error;
  }
}
