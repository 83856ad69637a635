// Runs a TypeScript file of the checkout on the pinned Node: `node scripts/run.mjs FILE ARGUMENTS…`.
import { become, buildServer, buildWeb, install, pinnedNode } from './prepare.mjs';

const [file, ...rest] = process.argv.slice(2);
install();
if (file?.startsWith('bench/') || file?.startsWith('scripts/sweep')) {
  buildWeb();
  buildServer();
}
become(pinnedNode(), ['--disable-warning=ExperimentalWarning', file, ...rest]);
