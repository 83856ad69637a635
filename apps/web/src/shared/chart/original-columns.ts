import { membersOf, textsOf } from '@chartroom/charts';
import { useCallback, useState } from 'react';
import { browserStorage } from '../../base/browser-storage.ts';

/** Where the browser keeps, by dataset, which columns of moments are shown as they are stored. */
const KEY = 'explore__data_table_original_formatted_time_columns';

/** Names of the columns of moments that are shown as they are stored, and how one changes; without a dataset it is forgotten with the page. */
export function useOriginalColumns(
  dataset: string | undefined,
): [readonly string[], (name: string, isOriginal: boolean) => void] {
  const [names, setNames] = useState(() => (dataset === undefined ? [] : textsOf(kept()[dataset])));
  const change = useCallback(
    (name: string, isOriginal: boolean) => {
      const next = [...names.filter((each) => each !== name), ...(isOriginal ? [name] : [])];
      setNames(next);
      if (dataset !== undefined)
        browserStorage()?.setItem(KEY, JSON.stringify({ ...kept(), [dataset]: next }));
    },
    [names, dataset],
  );
  return [names, change];
}

function kept(): Record<string, unknown> {
  try {
    return membersOf(JSON.parse(browserStorage()?.getItem(KEY) ?? '{}'));
  } catch {
    // What somebody else has written there is no choice of columns.
    return {};
  }
}
