import type { SourceModule } from './modules.ts';

/** A floor of an application: folders of its `src`, or `.` for the files that stand in `src` itself. */
interface Floor {
  name: string;
  holds: readonly string[];
}

/** Support of tests, which no floor below may know; every test stands here too. */
const TESTS = 'tests';

/** The floors of each application, from the roof down. A file knows its own folder and the floors below it. */
const FLOORS: Readonly<Record<string, readonly Floor[]>> = {
  server: [
    { name: TESTS, holds: ['testing', 'safety'] },
    { name: 'roof', holds: ['.'] },
    { name: 'examples', holds: ['examples'] },
    { name: 'reports', holds: ['reports'] },
    { name: 'around the resources', holds: ['bundles', 'pictures', 'web'] },
    { name: 'drawings', holds: ['drawings'] },
    { name: 'resources', holds: ['resources'] },
    { name: 'lists and events', holds: ['lists', 'events'] },
    { name: 'http', holds: ['http'] },
    { name: 'security', holds: ['security'] },
    { name: 'tools', holds: ['data', 'jobs', 'mail'] },
    { name: 'records', holds: ['records'] },
    { name: 'base', holds: ['base'] },
  ],
  web: [
    { name: TESTS, holds: ['testing'] },
    { name: 'main', holds: ['.'] },
    { name: 'app', holds: ['app'] },
    { name: 'screens', holds: ['screens'] },
    { name: 'shared', holds: ['shared'] },
    { name: 'api', holds: ['api'] },
    { name: 'base', holds: ['base'] },
  ],
};

/** What stands in a package for tests alone. */
const SUPPORT = /^packages\/[\w-]+\/src\/(?:.*\/)?(?:testing\/.+|[\w-]+-double\.ts|[\w.-]+\.test\.tsx?)$/;

interface Place {
  app: string;
  /** 0 is the roof. */
  floor: number;
  folder: string;
}

/**
 * Every arrow of an application that does not lead downwards, every file that stands on no floor, and every arrow of a
 * package from what runs to what supports tests. Types count.
 */
export function checkFloors(modules: readonly SourceModule[]): string[] {
  return modules.flatMap((module) => {
    const own = placeOf(module.path);
    if (own === undefined) return arrowsToSupport(module);
    if (own.floor < 0) return [`${module.path} stands on no floor: give ${own.folder} one in floors.ts`];
    const offences = module.imports.flatMap(({ target }) => {
      const other = target === undefined ? undefined : placeOf(target);
      return other && !mayKnow(own, other) ? [arrow(module.path, target ?? '', own, other)] : [];
    });
    return [...new Set(offences)];
  });
}

function arrowsToSupport({ path, imports }: SourceModule): string[] {
  if (!path.startsWith('packages/') || SUPPORT.test(path)) return [];
  const targets = new Set(imports.flatMap(({ target }) => (target && SUPPORT.test(target) ? [target] : [])));
  return [...targets].map((target) => `${path} imports ${target}, which stands there for tests`);
}

/** The floors of the applications with the number of files on each, a line per floor, from the roof down. */
export function describeFloors(modules: readonly SourceModule[]): string[] {
  const places = modules.map(({ path }) => placeOf(path));
  return Object.entries(FLOORS).flatMap(([app, floors]) => [
    `floors of apps/${app}/src, from the roof down:`,
    ...floors.map(({ name, holds }, floor) => {
      const files = places.filter((place) => place?.app === app && place.floor === floor).length;
      const folders = [...holds, ...(name === TESTS ? ['*.test'] : [])].join(', ');
      return `  ${String(floors.length - floor).padStart(2)} ${name}: ${folders} (${files} files)`;
    }),
  ]);
}

/** Tests know everything; folders of one floor do not know each other. */
function mayKnow(own: Place, other: Place): boolean {
  if (own.app !== other.app || own.folder === other.folder || own.floor === 0) return true;
  return own.floor < other.floor;
}

function arrow(from: string, to: string, own: Place, other: Place): string {
  const name = ({ app, floor }: Place) => FLOORS[app]?.[floor]?.name ?? 'no floor';
  const why =
    own.floor === other.floor
      ? `folders of one floor (${name(own)}) do not know each other`
      : `${name(own)} may not know ${name(other)}, which is above it`;
  return `${from} imports ${to}: ${why}`;
}

function placeOf(path: string): Place | undefined {
  const [, app, rest] = /^apps\/([\w-]+)\/src\/(.+)$/.exec(path) ?? [];
  const floors = app === undefined ? undefined : FLOORS[app];
  if (app === undefined || rest === undefined || floors === undefined) return undefined;
  const folder = rest.includes('/') ? rest.slice(0, rest.indexOf('/')) : '.';
  const isTest = /\.test\.tsx?$/.test(rest);
  const floor = isTest ? 0 : floors.findIndex(({ holds }) => holds.includes(folder));
  return { app, floor, folder: floor === 0 ? TESTS : folder };
}
