import { enableCompileCache } from 'node:module';

// What Node compiled (and stripped of types) once is kept for the next start: half of the way to the first answer.
enableCompileCache();

const { start } = await import('./start.ts');
const { SettingError } = await import('./config.ts');
try {
  await start();
} catch (error) {
  const text = error instanceof SettingError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
