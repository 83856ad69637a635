/** node scripts/engines-doc.ts: writes docs/engines.md from the engines themselves. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENGINES } from '@chartroom/engines';
import { KNOWN_ENGINES } from '../packages/engines/src/dialect-facts/index.ts';
import { enginesPage } from './docs/engine-pages.ts';

writeFileSync(join(import.meta.dirname, '..', 'docs', 'engines.md'), enginesPage(ENGINES, KNOWN_ENGINES));
