import type { Dialect } from '../dialect.ts';
import { checkClause } from '../sql/clause.ts';
import { bracketed } from './select.ts';

/**
 * Row rules as conditions to AND (contract/query.md §1.6): rules of one group are alternatives, groups
 * and rules without one all hold.
 */
export function combineRowRules(rules: readonly { clause: string; group_key: string | null }[]): string[] {
  const groups = new Map<string, string[]>();
  for (const [index, { clause, group_key }] of rules.entries()) {
    const key = group_key ? `group ${group_key}` : `rule ${index}`;
    groups.set(key, [...(groups.get(key) ?? []), bracketed(clause)]);
  }
  return [...groups.values()].map((clauses) => clauses.join(' OR '));
}

/** Rules are the administrator's SQL: sub-queries are theirs to write, an open bracket is not. */
export function checkedRule(rule: string, dialect: Dialect): string {
  try {
    return checkClause(rule, dialect);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Custom SQL fields')) return rule.includes('--') ? `${rule}\n` : rule;
    throw error;
  }
}
