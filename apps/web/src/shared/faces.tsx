import { type Person, personName } from '@chartroom/model';
import { Avatar, Tooltip } from 'antd';

/** Grounds of the faces: mid-dark, so that white letters stay readable on all of them. */
const GROUNDS = ['#1763a6', '#7a4fa3', '#1f7a5c', '#9a5a1c', '#a13a5b', '#3d6673', '#5c6b1e', '#44529e'];

/** The people behind a thing as small round initials. */
export function Faces({ people }: { people: readonly Person[] }) {
  return (
    <Avatar.Group size={24} max={{ count: 4 }}>
      {people.map((person) => (
        <Tooltip key={person.id} title={personName(person)}>
          <Avatar size={24} style={{ background: GROUNDS[person.id % GROUNDS.length], fontSize: 11 }}>
            {`${person.first_name.charAt(0)}${person.last_name.charAt(0)}`.toUpperCase()}
          </Avatar>
        </Tooltip>
      ))}
    </Avatar.Group>
  );
}
