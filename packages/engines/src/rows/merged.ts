/** Everything that several sources give, in the order in which it comes. The first that fails, or leaving early, ends the others. */
export async function* merged<Each>(sources: readonly AsyncIterable<Each>[]): AsyncGenerator<Each> {
  const iterators = sources.map((source) => source[Symbol.asyncIterator]());
  const coming = new Map(iterators.map((iterator) => [iterator, nextOf(iterator)]));
  try {
    while (coming.size > 0) {
      const { iterator, result } = await Promise.race(coming.values());
      if (result.done) coming.delete(iterator);
      else {
        coming.set(iterator, nextOf(iterator));
        yield result.value;
      }
    }
  } finally {
    // They end as soon as what they wait for has come; the reason is told already, and theirs would only follow from it.
    for (const [iterator, next] of coming) next.then(() => iterator.return?.()).catch(() => undefined);
  }
}

async function nextOf<Each>(
  iterator: AsyncIterator<Each>,
): Promise<{ iterator: AsyncIterator<Each>; result: IteratorResult<Each> }> {
  return { iterator, result: await iterator.next() };
}
