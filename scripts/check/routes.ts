/** Builds the application: a route that says not who may call it, or not what it answers, does not register. */
import { openTestApp } from '../../apps/server/src/testing/test-app.ts';

const house = await openTestApp('sqlite');
const { declarations } = house.app;
console.log(`  ${declarations.length} routes, each says who may call it and what it answers`);
await house.close();
