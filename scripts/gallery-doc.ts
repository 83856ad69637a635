/** node scripts/gallery-doc.ts: writes docs/gallery.md and its pictures from the examples of the chart types. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gallery } from './docs/gallery-page.ts';

const DOCS = join(import.meta.dirname, '..', 'docs');
const PICTURES = join(DOCS, 'images', 'gallery');

const { page, pictures } = await gallery();
writeFileSync(join(DOCS, 'gallery.md'), page);
rmSync(PICTURES, { recursive: true, force: true });
mkdirSync(PICTURES, { recursive: true });
for (const [name, picture] of pictures) writeFileSync(join(PICTURES, name), picture);
