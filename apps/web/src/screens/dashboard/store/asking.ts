import type { BoardConflict, Side } from '@chartroom/model';

/** By the keys of conflicts: whose state is taken. */
export type Choices = ReadonlyMap<string, Side>;

/** What two people have changed, waiting for a choice. */
export interface Asking {
  conflicts: readonly BoardConflict[];
  /** Who else has saved, where that is told. */
  by: string | undefined;
  /** Goes on with the choices, or gives up where there are none. */
  answer(choices: Choices | undefined): void;
}
