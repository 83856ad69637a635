#!/usr/bin/env node
// chartroom: brings bundles out of a running server and into it, and looks after an installation.
import { join } from 'node:path';
import { become, install, pinnedNode, ROOT } from './prepare.mjs';

install();
// npm runs the programs of a package in its folder and says where it was called; files are meant from there.
const cwd = process.env.INIT_CWD ?? process.cwd();
const program = join(ROOT, 'scripts', 'command', 'main.ts');
become(pinnedNode(), ['--disable-warning=ExperimentalWarning', program, ...process.argv.slice(2)], { cwd });
