/** node scripts/engines-doc.ts: writes docs/engines.md from the engines themselves. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENGINES, KNOWN_ENGINES } from '@chartroom/engines';
import { enginesPage } from './docs/engine-pages.ts';

writeFileSync(join(import.meta.dirname, '..', 'docs', 'engines.md'), enginesPage(ENGINES, KNOWN_ENGINES));
