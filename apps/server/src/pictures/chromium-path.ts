import { existsSync } from 'node:fs';

/** Where systems put the browser. */
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** The browser in one of those places, if there is one. */
export function installedChromium(): string | undefined {
  return PLACES.find((place) => existsSync(place));
}

/** The browser that takes pictures: the one of the setting, else one where systems put it. Throws when there is none. */
export function chromiumPath(wanted: string | undefined): string {
  if (wanted !== undefined) {
    if (existsSync(wanted)) return wanted;
    throw new Error(`there is no program ${wanted}`);
  }
  const found = installedChromium();
  if (found) return found;
  throw new Error(
    'pictures need Chromium, and none was found: install it (Debian: apt-get install chromium) or name its program in CHARTROOM_CHROMIUM_PATH',
  );
}
