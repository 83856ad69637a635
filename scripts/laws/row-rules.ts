import { combineRowRules } from '@chartroom/query';
import fc from 'fast-check';
import { FACTS, type Fact } from './fact-table.ts';

/** A rule of rows as SQL, and the same rule in our own words: what decides whether an answer keeps it. */
interface Rule {
  clause: string;
  holds(fact: Fact): boolean;
}

/** Rules as they are attached to a question, and the rows that they permit. */
export interface Permission {
  rowRules: string[];
  /** Ids of the rows that may be seen. */
  permitted: ReadonlySet<number>;
}

const bound = fc.integer({ min: -4, max: 20 });

const rule: fc.Arbitrary<Rule> = fc.oneof(
  fc.constant<Rule>({ clause: "owner = 'mine'", holds: ({ owner }) => owner === 'mine' }),
  fc.constant<Rule>({
    clause: "owner = 'o''hara' -- theirs; and no more",
    holds: ({ owner }) => owner === "o'hara",
  }),
  fc.constant<Rule>({ clause: 'owner IS NULL', holds: ({ owner }) => owner === null }),
  fc.constant<Rule>({
    clause: "NOT owner = 'theirs'",
    holds: ({ owner }) => owner !== null && owner !== 'theirs',
  }),
  fc.constant<Rule>({ clause: `"we""ird" = 'w1'`, holds: (fact) => fact['we"ird'] === 'w1' }),
  bound.map(
    (least): Rule => ({
      clause: `amount > ${least}`,
      holds: ({ amount }) => amount !== null && amount > least,
    }),
  ),
  bound.map(
    (least): Rule => ({
      clause: `owner = 'mine' OR amount > ${least}`,
      holds: ({ owner, amount }) => owner === 'mine' || (amount !== null && amount > least),
    }),
  ),
  bound.map(
    (most): Rule => ({
      clause: `id IN (SELECT id FROM facts WHERE amount <= ${most})`,
      holds: ({ amount }) => amount !== null && amount <= most,
    }),
  ),
);

/** One to three rules, alone or as alternatives of a group. */
export const permission: fc.Arbitrary<Permission> = fc
  .array(fc.record({ rule, group_key: fc.constantFrom(null, 'g', 'h') }), {
    minLength: 1,
    maxLength: 3,
    size: 'xsmall',
  })
  .map((rules) => {
    const alternatives = new Map<string, Rule[]>();
    rules.forEach((each, index) => {
      const key = each.group_key ?? String(index);
      alternatives.set(key, [...(alternatives.get(key) ?? []), each.rule]);
    });
    const isPermitted = (fact: Fact): boolean =>
      [...alternatives.values()].every((group) => group.some(({ holds }) => holds(fact)));
    return {
      rowRules: combineRowRules(
        rules.map((each) => ({ clause: each.rule.clause, group_key: each.group_key })),
      ),
      permitted: new Set(FACTS.filter(isPermitted).map(({ id }) => id)),
    };
  });
