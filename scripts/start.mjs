// npm start: install and build what is missing, then run the server.
import { become, buildWeb, install, pinnedNode, serverProgram } from './prepare.mjs';

install();
buildWeb();
become(pinnedNode(), [...serverProgram(), ...process.argv.slice(2)]);
