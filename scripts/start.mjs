// npm start: install and build what is missing, then run the server, and start it again should it die.
import {
  buildServer,
  buildWeb,
  install,
  pinnedNode,
  ROOT,
  serverEnvironment,
  serverProgram,
} from './prepare.mjs';
import { supervise } from './supervise.mjs';

install();
buildWeb();
buildServer();
supervise(pinnedNode(), [...serverProgram(), ...process.argv.slice(2)], {
  cwd: ROOT,
  env: serverEnvironment(),
});
