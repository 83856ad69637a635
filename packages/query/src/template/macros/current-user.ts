import type { JsonValue } from '@chartroom/model';
import { callable } from '../callable.ts';
import { fromJson, truth } from '../value.ts';
import type { Macro, TemplatePerson, TemplateRequest } from './macro.ts';

/** `current_user_id()`, `current_username()`, `current_user_email()`: who asks; nothing for anonymous callers. */
export const currentUserMacros: Macro[] = [
  personMacro('current_user_id', (person) => person.id),
  personMacro('current_username', (person) => person.username),
  personMacro('current_user_email', (person) => person.email),
  personMacro('current_user_roles', (person) =>
    person.roles.length > 0 ? [...person.roles].sort() : undefined,
  ),
  {
    name: 'current_user_rls_rules',
    value: ({ request, trace }) =>
      callable('current_user_rls_rules', [], [], () => {
        const clauses = clausesOf(request);
        if (clauses) trace.cacheKeys.push(listKey(clauses));
        return fromJson(clauses);
      }),
  },
];

/** A list is one entry of the cache key, as JSON text with blanks after commas. */
function personMacro(name: string, fact: (person: TemplatePerson) => JsonValue | undefined): Macro {
  return {
    name,
    value: ({ request, trace }) =>
      callable(name, [], ['add_to_cache_keys'], ([keep]) => {
        const value = fact(request.person) ?? null;
        if (value !== null && truth(keep ?? true))
          trace.cacheKeys.push(Array.isArray(value) ? listKey(value) : value);
        return fromJson(value);
      }),
  };
}

function listKey(values: JsonValue[]): string {
  return `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
}

function clausesOf({ own, ruleClauses }: TemplateRequest): string[] | null {
  return own === undefined || ruleClauses.length === 0 ? null : [...ruleClauses].sort();
}
