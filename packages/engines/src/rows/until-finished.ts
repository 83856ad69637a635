/**
 * What begins with the first step and is to be finished once: at its end, when it fails, or when the reader leaves it early, which
 * counts as failed. Its errors are told in the words of `explain`.
 */
export async function* untilFinished<Each>(
  begin: () => AsyncIterable<Each>,
  { finish, explain }: { finish(failed: boolean): Promise<void>; explain(error: unknown): unknown },
): AsyncGenerator<Each> {
  let failed = true;
  try {
    yield* begin();
    failed = false;
  } catch (error) {
    throw explain(error);
  } finally {
    await finish(failed);
  }
}
