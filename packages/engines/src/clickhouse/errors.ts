import type { ChartroomError } from '@chartroom/model';
import type { ConnectionContext } from '../engine.ts';
import { asWritten, classifierByRules, type ErrorRule, NETWORK_RULES } from '../sql/error-rules.ts';

function ofCodes(
  codes: readonly number[],
  rule: Pick<ErrorRule, 'error_type'> & Partial<ErrorRule>,
): ErrorRule {
  return {
    message: asWritten,
    pattern: new RegExp(`^Code: (?:${codes.join('|')})\\. DB::Exception: ([\\s\\S]*)`),
    ...rule,
  };
}

/** By the numbers of ClickHouse's errors, which stay the same over its versions; first match wins. */
const RULES: readonly ErrorRule[] = [
  ofCodes([516, 192, 193, 194], {
    error_type: 'CONNECTION_ACCESS_DENIED_ERROR',
    message: (_, context) => `Either the username "${context.username ?? ''}" or the password is incorrect.`,
  }),
  ofCodes([497], { error_type: 'CONNECTION_DATABASE_PERMISSIONS_ERROR' }),
  ofCodes([81], { error_type: 'SCHEMA_DOES_NOT_EXIST_ERROR' }),
  ofCodes([60], { error_type: 'TABLE_DOES_NOT_EXIST_ERROR' }),
  ofCodes([8, 10, 16, 47], { error_type: 'COLUMN_DOES_NOT_EXIST_ERROR' }),
  ofCodes([46], { error_type: 'OBJECT_DOES_NOT_EXIST_ERROR' }),
  ofCodes([62], { error_type: 'SYNTAX_ERROR' }),
  ofCodes([159], { error_type: 'BACKEND_TIMEOUT_ERROR' }),
  ...NETWORK_RULES,
];

/** Makes the reader of driver texts for an engine of this family. */
export function classifierOf(
  engine_name: string,
): (text: string, context: ConnectionContext) => ChartroomError {
  const ofQuestion = classifierByRules(engine_name, RULES);
  // Where the address names the database that is missing, the connection is wrong, not the question.
  const ofAddress = classifierByRules(engine_name, [
    {
      pattern: /^/,
      error_type: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
      message: (_, { database }) => `Unable to connect to database "${database}".`,
    },
  ]);
  return (text, context) => {
    const missing = /^Code: 81\. DB::Exception: Database (\S+) (?:does not|doesn't) exist/.exec(text)?.[1];
    const isOwn = missing !== undefined && missing.replaceAll(/[`"]/g, '') === context.database;
    return (isOwn ? ofAddress : ofQuestion)(text, context);
  };
}
