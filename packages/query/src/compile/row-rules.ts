import { ChartroomError } from '@chartroom/model';
import { queryError } from '../query-error.ts';
import { type CheckedDialect, checkCondition } from '../sql/clause.ts';
import { bracketed } from './select.ts';

/** A row rule as it is recorded. */
interface Rule {
  id?: number;
  clause: string;
  group_key: string | null;
}

/**
 * Row rules as conditions to AND (contract/query.md §1.6): rules of one group are alternatives, groups
 * and rules without one all hold. With a dialect each is checked on its own.
 * @throws ChartroomError 400 naming the rule that is no single condition; not what it says, for it is told to whom it concerns
 */
export function combineRowRules(rules: readonly Rule[], dialect?: CheckedDialect): string[] {
  const groups = new Map<string, string[]>();
  for (const [index, rule] of rules.entries()) {
    const key = rule.group_key ? `group ${rule.group_key}` : `rule ${index}`;
    const condition = dialect ? namedRule(rule, dialect) : rule.clause;
    groups.set(key, [...(groups.get(key) ?? []), bracketed(condition)]);
  }
  return [...groups.values()].map((clauses) => clauses.join(' OR '));
}

/**
 * Rules are the administrator's SQL: sub-queries are theirs to write, an open bracket or a second statement is not.
 * @throws ChartroomError 400
 */
export function checkedRule(rule: string, dialect: CheckedDialect): string {
  return checkCondition(rule, dialect);
}

function namedRule({ id, clause }: Rule, dialect: CheckedDialect): string {
  try {
    return checkedRule(clause, dialect);
  } catch (error) {
    if (!(error instanceof ChartroomError)) throw error;
    // Those of guests have no number.
    const which = id ? `The row rule ${id}` : 'A row rule';
    throw queryError(
      `${which} of this dataset cannot be used: it is not one condition in the SQL of its database. An administrator has to mend it.`,
    );
  }
}
