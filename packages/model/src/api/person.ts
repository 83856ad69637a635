/** Somebody as answers name them. */
export interface Person {
  id: number;
  first_name: string;
  last_name: string;
}

/** First and last name in one line. */
export function personName({ first_name, last_name }: Pick<Person, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`.trim();
}
