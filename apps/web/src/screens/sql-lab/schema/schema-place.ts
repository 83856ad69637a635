import type { LabPlace } from '../../../api/sql-lab.ts';

/** A schema of a database. */
export interface SchemaPlace extends LabPlace {
  schema: string;
}
