import { z } from 'zod';
import { personWith } from './people.ts';

const signer = personWith('first_name', 'id', 'last_name').nullable();

/** Members of rows that say who made and last changed a thing, and how long ago. */
export const signedMembers = {
  changed_on_delta_humanized: z.string(),
  changed_by: signer,
  created_by: signer,
};
