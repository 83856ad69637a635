import { asWritten, classifierByRules, type ErrorRule, NETWORK_RULES } from '../sql/error-rules.ts';

function ofCodes(codes: readonly number[], error_type: ErrorRule['error_type']): ErrorRule {
  return { pattern: new RegExp(`^Code (?:${codes.join('|')}): `), error_type, message: asWritten };
}

/** Reads what Pinot says of a failed question, by the numbers of its errors. */
export const classify = classifierByRules('Apache Pinot', [
  {
    pattern: /^HTTP 40[13]\b|^Code 180: /,
    error_type: 'CONNECTION_ACCESS_DENIED_ERROR',
    message: (_, { username }) => `Either the username "${username ?? ''}" or the password is incorrect.`,
  },
  ofCodes([150], 'SYNTAX_ERROR'),
  ofCodes([190, 410], 'TABLE_DOES_NOT_EXIST_ERROR'),
  ofCodes([710], 'COLUMN_DOES_NOT_EXIST_ERROR'),
  ofCodes([240, 250, 400], 'BACKEND_TIMEOUT_ERROR'),
  // The engine of several stages has one number for whatever it refuses.
  {
    pattern: /^Code 700: .*Column '.*?' not found/s,
    error_type: 'COLUMN_DOES_NOT_EXIST_ERROR',
    message: asWritten,
  },
  {
    pattern: /^Code 700: .*Object '.*?' not found/s,
    error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
    message: asWritten,
  },
  {
    pattern: /No match found for function signature|Unsupported function/i,
    error_type: 'OBJECT_DOES_NOT_EXIST_ERROR',
    message: asWritten,
  },
  ...NETWORK_RULES,
]);
