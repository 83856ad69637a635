// npm start: install and build what is missing, then run the server.
import { join } from 'node:path';
import { become, buildWeb, install, pinnedNode, ROOT } from './prepare.mjs';

install();
buildWeb();
become(pinnedNode(), ['--disable-warning=ExperimentalWarning', join(ROOT, 'apps', 'server', 'src', 'main.ts'), ...process.argv.slice(2)]);
