import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isJsonObject, type JsonObject } from '@chartroom/model';
import { exportBundle, importBundle } from './bundles.ts';
import { examine } from './doctor.ts';
import { Problem } from './problem.ts';
import { Server } from './server.ts';

const USAGE = `chartroom COMMAND

  export KIND ID… [-o FILE]      things and all they stand on, into an archive; KIND is
                                 database, dataset, chart, dashboard, saved_query or theme
  export assets [-o FILE]        everything that the key may read
  import FILE                    an archive into the server, all or nothing; also dashboards as JSON and
                                 datasets as YAML from before there were archives
      --overwrite                replace what is there already
      --sparse                   an archive of assets may refer to what is there
      --password PATH=PASSWORD   of a database in the archive, as databases/sales.yaml=secret; may be repeated
  doctor                         what is wrong with settings, records, server and connected databases

  --url ADDRESS                  of the server, else CHARTROOM_URL, else http://127.0.0.1:8088
  --key KEY                      an API key (Settings → Account), else CHARTROOM_API_KEY

CHARTROOM_IMPORT_PASSWORDS may hold the passwords as a JSON object: other people of a machine can read command lines.
CHARTROOM_IMPORT_SECRETS may hold those of SSH tunnels: {"ssh_tunnel_passwords": {PATH: …}, "ssh_tunnel_private_keys": {PATH: …},
"ssh_tunnel_private_key_passwords": {PATH: …}}.
Exit code: 0 done, 1 it could not be done, 2 called wrongly.`;

try {
  console.log(await carryOut(process.argv.slice(2), process.env));
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}

async function carryOut(args: string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const { values, positionals } = readArguments(args);
  const [command, ...rest] = positionals;
  if (values.help || command === 'help') return USAGE;
  const server = new Server(
    values.url ?? environment.CHARTROOM_URL ?? `http://127.0.0.1:${environment.CHARTROOM_PORT ?? '8088'}`,
    values.key ?? (environment.CHARTROOM_API_KEY || undefined),
  );
  if (command === 'export') return exportBundle(server, rest, values.output);
  if (command === 'import') {
    const kept = objectIn('CHARTROOM_IMPORT_PASSWORDS', environment);
    const passwords = {
      ...Object.fromEntries(Object.entries(kept).map(([path, each]) => [path, String(each)])),
      ...passwordsGiven(values.password),
    };
    const secrets = objectIn('CHARTROOM_IMPORT_SECRETS', environment);
    return importBundle(server, rest, {
      overwrite: values.overwrite,
      sparse: values.sparse,
      passwords,
      secrets,
    });
  }
  if (command === 'doctor') return examine(server, join(import.meta.dirname, '..', '..'));
  throw new Problem(
    `${command === undefined ? 'A command is missing.' : `There is no command "${command}".`}\n\n${USAGE}`,
    2,
  );
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        output: { type: 'string', short: 'o' },
        url: { type: 'string' },
        key: { type: 'string' },
        overwrite: { type: 'boolean', default: false },
        sparse: { type: 'boolean', default: false },
        password: { type: 'string', multiple: true, default: [] },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`, 2);
  }
}

function passwordsGiven(pairs: string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1)
        throw new Problem('--password: PATH=PASSWORD is expected, as in databases/sales.yaml=secret', 2);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

function objectIn(name: string, { [name]: text }: NodeJS.ProcessEnv): JsonObject {
  if (!text) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch {
    // Said below, as for everything else that is no object.
  }
  throw new Problem(`${name}: a JSON object of files and passwords is expected.`, 2);
}
