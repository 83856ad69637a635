// Runs a TypeScript file of the checkout on the pinned Node: `node scripts/run.mjs FILE ARGUMENTS…`.
import { become, buildWeb, install, pinnedNode } from './prepare.mjs';

const [file, ...rest] = process.argv.slice(2);
install();
if (file?.startsWith('bench/')) buildWeb();
become(pinnedNode(), ['--disable-warning=ExperimentalWarning', file, ...rest]);
