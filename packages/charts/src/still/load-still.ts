/** What makes pictures of charts without a browser, loaded when the first one is wanted. */
export function loadStillPictures() {
  return import('./still-picture.ts');
}
