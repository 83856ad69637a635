import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** An error that no test waited for: the file and the test during which it was thrown, empty where unknown, and its text. */
interface StrayError {
  file: string;
  test: string;
  reason: string;
}

/** Writes the errors that no test waited for into a file: Vitest's own record of results lacks them. */
export default class StrayErrors implements Reporter {
  readonly #target = process.env.CHARTROOM_STRAY_ERRORS;

  onTestRunEnd(
    _modules: readonly TestModule[],
    errors: Parameters<NonNullable<Reporter['onTestRunEnd']>>[1],
  ): void {
    if (this.#target === undefined) return;
    const strays: StrayError[] = errors.map((error) => ({
      file: typeof error.VITEST_TEST_PATH === 'string' ? relative(process.cwd(), error.VITEST_TEST_PATH) : '',
      test: typeof error.VITEST_TEST_NAME === 'string' ? error.VITEST_TEST_NAME : '',
      reason: error.stack ?? error.message,
    }));
    writeFileSync(this.#target, JSON.stringify(strays));
  }
}
