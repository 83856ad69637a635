// npm run dev: the server restarting on change, and Vite with hot reload in front of it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { become, install, pinnedNode, ROOT, serverSource, toolEnvironment } from './prepare.mjs';

install();
const vite = spawn(pinnedNode(), [join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')], {
  cwd: join(ROOT, 'apps', 'web'),
  stdio: 'inherit',
  env: toolEnvironment(),
});
process.on('exit', () => vite.kill());
become(pinnedNode(), [...serverSource('--watch'), '--check-answers']);
