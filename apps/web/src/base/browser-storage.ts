/** Where the browser keeps choices; undefined where it keeps nothing, as in a frame of another site's page. */
export function browserStorage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}
