let answer: boolean | undefined;

/** Whether the browser has what draws maps that are gone around in; without it, maps are still pictures. */
export function canDrawDeep(): boolean {
  answer ??= document.createElement('canvas').getContext('webgl2') !== null;
  return answer;
}
