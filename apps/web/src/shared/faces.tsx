import { type Person, personName } from '@chartroom/model';
import { Hint } from '@chartroom/ui';
import styles from './faces.module.css';

/** Grounds of the faces: mid-dark, so that white letters stay readable on all of them. */
const GROUNDS = ['#1763a6', '#7a4fa3', '#1f7a5c', '#9a5a1c', '#a13a5b', '#3d6673', '#5c6b1e', '#44529e'];

/** More are told by their number. */
const AT_MOST = 4;

/** The people behind a thing as small round initials. */
export function Faces({ people }: { people: readonly Person[] }) {
  const rest = people.slice(AT_MOST);
  return (
    <span className={styles.faces}>
      {people.slice(0, AT_MOST).map((person) => (
        <Hint key={person.id} title={personName(person)}>
          <span
            className={styles.face}
            style={{ background: GROUNDS[person.id % GROUNDS.length] }}
            role="img"
            aria-label={personName(person)}
          >
            {`${person.first_name.charAt(0)}${person.last_name.charAt(0)}`.toUpperCase()}
          </span>
        </Hint>
      ))}
      {rest.length > 0 && (
        <Hint title={rest.map(personName).join(', ')}>
          <span
            className={styles.rest}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what it stands for is told only when it is reached
            tabIndex={0}
            role="img"
            aria-label={`and ${rest.map(personName).join(', ')}`}
          >
            +{rest.length}
          </span>
        </Hint>
      )}
    </span>
  );
}
