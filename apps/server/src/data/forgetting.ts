import type { SessionPool } from './connections/session-pool.ts';
import type { DataService } from './ports.ts';

/** What is known of a database that has changed or gone goes. */
export function forgetting(
  pool: SessionPool,
  forgetAnswers: (id: number) => Promise<void>,
): Pick<DataService, 'forgetDatabase' | 'dropDatabase'> {
  return {
    forgetDatabase: async (id) => {
      await forgetAnswers(id);
      await pool.forget(id);
    },
    dropDatabase: async (id) => {
      pool.drop(id);
      await forgetAnswers(id);
    },
  };
}
