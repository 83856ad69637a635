import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const ICON = '/static/logo.svg';

/** Lets the page bring its icon along: a request of its own is more than the few lines that it is drawn by. */
export function inlineIcon(): Plugin {
  return {
    name: 'inline-icon',
    apply: 'build',
    transformIndexHtml(html) {
      const drawn = readFileSync(join(import.meta.dirname, 'public', ICON), 'utf8');
      return html.replace(ICON, () => `data:image/svg+xml,${encodeURIComponent(drawn)}`);
    },
  };
}
