import { enableCompileCache } from 'node:module';

// Whatever is made, by this process and by those that it starts, is closed to other accounts of the machine.
process.umask(0o077);
// What Node compiled (and stripped of types) once is kept for the next start: half of the way to the first answer.
enableCompileCache();

const { EXIT, LastResort } = await import('./last-resort.ts');
const lastResort = new LastResort();
const { start } = await import('./start.ts');
const { SettingError } = await import('./base/config.ts');
try {
  await start(lastResort, { checksAnswers: process.argv.includes('--check-answers') });
} catch (error) {
  const isSetting = error instanceof SettingError;
  const unexpected = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const text = isSetting ? error.message : unexpected;
  process.stderr.write(`${text}\n`);
  process.exit(isSetting ? EXIT.settings : 1);
}
