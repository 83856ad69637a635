import { build, type Plugin, type PluginOption, type Rolldown } from 'vite';

/** Screens by what people do there; what two of these kinds need together is one file. The first that fits counts. */
const KINDS: readonly (readonly [string, RegExp])[] = [
  // Many dashboards have such a filter, which would take the files of lists along.
  ['range', /filter-values\/range-field\.tsx$/],
  ['dashboard', /screens\/dashboard\/[^/]*-screen\.tsx$/],
  ['explore', /screens\/explore\/[^/]*-screen\.tsx$/],
  ['sql', /screens\/sql-lab\/[^/]*-screen\.tsx$/],
  ['sign-in', /screens\/sign-in\//],
  // The lists that people open every day; what only others need is not theirs to load.
  ['main', /screens\/(?:home\/home|dashboards\/dashboards|charts\/charts|datasets\/datasets)-screen\.tsx$/],
  ['lists', /-screen\.tsx$/],
];

/** Those whose files a dashboard loads. */
const BOARDS: ReadonlySet<string> = new Set(['range', 'dashboard']);

/** Lists: a module that a single one needs stays with its screen. */
const OF_LISTS: ReadonlySet<string> = new Set(['main', 'lists']);

/** With what files load others. */
const LOADER = /rolldown\/runtime|vite\/(?:preload-helper|modulepreload-polyfill)/;

/** What every page loads. */
const START = /(?:index\.html|src\/main\.tsx)$/;

/** Libraries of drawing, and where each of their parts is taken up. */
const DRAWING = /node_modules\/(?:echarts|zrender|tslib)\//;
const DRAWING_PARTS = /echarts-parts\//;

/** What nearly every picture is drawn with. */
const ALWAYS_DRAWN = /(?:echarts-parts\/base|chart\/echarts-canvas)\.ts$/;
/** What so many dashboards have besides that what these share with others comes along. */
const OFTEN_DRAWN = /echarts-parts\/(?:pie|heatmap)\.ts$/;

/** What so many types of charts share is not taken up one by one; what only some of them share is a file of theirs. */
const TYPES_AT_LEAST = 3;
const CHART_TYPES = /charts\/src\/types\/[^/]+\/index\.ts$/;
/** Those that most dashboards have. */
const COMMON_TYPES =
  /charts\/src\/types\/(?:timeseries-(?:line|bar|area|generic)|table|big-number|big-number-total|pie|pivot-table)\/(?:index\.ts|view\.tsx)$/;
const TYPE_KINDS: readonly (readonly [string, RegExp])[] = [
  ['lines', /\/types\/(?:mixed-)?timeseries[^/]*\//],
  ['maps', /\/types\/(?:deck-[^/]+|mapbox)\//],
];

/** What only a person needs who does something: menus, hints, toasts. */
const ACTS =
  /(?:ui\/src\/(?:drop-menu-view|hint-popup|error-dialog)|base\/toast-layer|shared\/open-menu-at)\.tsx$/;

/** What is so small that no file shall be loaded for it. */
const LITTLE = /node_modules\/@ant-design\/icons|packages\/model\/src\/(?:api|tag)\/|shared\/focus\.ts$/;

/** Files that others would be loaded with for it. */
const FAR: ReadonlySet<string> = new Set(['forms', 'lists-work', 'of-lists', 'of-others']);

/** What reads dates, which nearly all need that SQL Lab shares something with. */
const DATES = /dayjs\/dayjs\.min\.js$/;

/** The editor of code, which is nothing in parts. */
const CODE_EDITOR = /ui\/src\/code-editor-view\.tsx$/;

/** What the gallery says of all types of charts. */
const GALLERY = /charts\/src\/types\/[^/]+\/about\.ts$/;

/**
 * Puts modules into few files. Left to itself the bundler makes a file for every set of screens that share a module, which are about
 * a hundred requests for a dashboard.
 *
 * @param chunks - what the bundler would make by itself
 */
export function fewChunks(chunks: () => Promise<readonly Rolldown.OutputChunk[]>): Plugin {
  return {
    name: 'few-chunks',
    apply: 'build',
    async config() {
      const nameOf = groups(await chunks());
      const group: Rolldown.CodeSplittingGroup = {
        name: nameOf,
        debugName: 'few-chunks',
        includeDependenciesRecursively: false,
      };
      return { build: { rolldownOptions: { output: { codeSplitting: { groups: [group] } } } } };
    },
  };
}

/**
 * The files that the bundler would make by itself: which modules are left after unused ones are dropped is known only then. Asking
 * takes about as long as the build, and happens once.
 *
 * @param plugins - those without which the application cannot be bundled
 */
export function plainChunks(plugins: () => PluginOption[]): () => Promise<readonly Rolldown.OutputChunk[]> {
  let asked: Promise<readonly Rolldown.OutputChunk[]> | undefined;
  return () => {
    asked ??= bundled(plugins());
    return asked;
  };
}

async function bundled(plugins: PluginOption[]): Promise<readonly Rolldown.OutputChunk[]> {
  const made = await build({
    root: import.meta.dirname,
    configFile: false,
    plugins,
    logLevel: 'error',
    build: { write: false, minify: false, reportCompressedSize: false },
  });
  // A build that goes on watching is none of ours.
  const outputs = 'close' in made ? [] : [made].flat();
  return outputs.flatMap(({ output }) => output.filter((each) => each.type === 'chunk'));
}

/** In which file a module goes; null where the bundler shall decide. */
function groups(chunks: readonly Rolldown.OutputChunk[]): (module: string) => string | null {
  const start = reachedFrom(chunks, START);
  const drawing = reachedFrom(chunks, ALWAYS_DRAWN);
  const code = reachedFrom(chunks, CODE_EDITOR);
  const often = reachedFrom(chunks, OFTEN_DRAWN);
  const acts = reachedFrom(chunks, ACTS);
  const drawn = countIn(chunks, (module) => DRAWING_PARTS.test(module));
  const common = reachedFrom(chunks, COMMON_TYPES);
  const typed = countIn(chunks, (module) => CHART_TYPES.test(module));
  const ofKind = TYPE_KINDS.map(([kind, fits]) => ({
    kind,
    counts: countIn(chunks, (module) => CHART_TYPES.test(module) && fits.test(module)),
  }));
  const needed = KINDS.map(([kind], at) => ({
    kind,
    counts: countIn(chunks, (module) => KINDS.findIndex(([, fits]) => fits.test(module)) === at),
  }));
  return (module) => {
    if (LOADER.test(module) || start.has(module)) return 'start';
    if (drawing.has(module)) return 'drawing';
    if (DRAWING.test(module)) {
      if ((drawn.get(module) ?? 0) < 2) return null;
      return often.has(module) ? 'drawing' : 'drawing-more';
    }
    const those = needed.filter(({ counts }) => counts.has(module));
    const [only] = those;
    const isAlone = those.length === 1 && only && OF_LISTS.has(only.kind) && only.counts.get(module) === 1;
    const kinds = isAlone ? [] : those;
    const types = typed.get(module) ?? 0;
    const isOfCharts = types > 0 && !kinds.some(({ kind }) => BOARDS.has(kind));
    const own = kinds.map(({ kind }) => kind);
    // Nearly every dashboard has such charts.
    const names = own.length > 0 && common.has(module) ? [...new Set([...own, 'dashboard'])] : own;
    // Files of charts are loaded elsewhere, too: what they need lies in none of dashboards alone.
    if ((types > 0 || common.has(module)) && names.length === 1 && BOARDS.has(names[0] ?? ''))
      return 'boards';
    const isOfBoards = sharedBy(names) === 'boards' && names.includes('lists');
    if (LITTLE.test(module) && names.length > 1 && (isOfBoards || FAR.has(sharedBy(names)))) return 'start';
    if (DATES.test(module)) return 'panes';
    if (names.length > 0 && (!isOfCharts || types < TYPES_AT_LEAST)) return sharedBy(names);
    if (acts.has(module)) return 'acts';
    if (code.has(module)) return 'code';
    if (GALLERY.test(module)) return 'gallery';
    if (common.has(module)) return 'boards';
    if (types < TYPES_AT_LEAST) return null;
    const family = ofKind.find(({ counts }) => counts.get(module) === types);
    return family ? `charts-${family.kind}` : 'boards';
  };
}

/** What a file is called that these kinds of screens need: few files, of which none brings much that a screen does not need. */
function sharedBy(kinds: readonly string[]): string {
  const others = kinds.filter((kind) => !OF_LISTS.has(kind));
  const [only] = others;
  if (only === undefined) return kinds.includes('main') ? 'of-lists' : 'of-others';
  if (kinds.length === 1) return only;
  // Nearly every page needs it: a file of its own would be one more to ask for.
  const isCommon = kinds.includes('main') && others.some((kind) => BOARDS.has(kind));
  const isSignedIn = others.includes('sign-in');
  if (isCommon || (isSignedIn && kinds.includes('main'))) return 'start';
  // What who signs in is asked with, dialogs ask with: lists and boards open without.
  if (isSignedIn) return others.some((kind) => BOARDS.has(kind)) ? 'start' : 'forms';
  // What boards have only where somebody filters by numbers.
  if (others.includes('range') && !others.includes('dashboard')) return 'forms';
  const isMain = kinds.includes('main');
  // SQL Lab shares little with others, and they much with each other.
  if (others.includes('sql') && !isMain) return 'panes';
  if (others.some((kind) => BOARDS.has(kind))) return 'boards';
  return isMain ? 'lists-work' : 'work';
}

/** All that the files need which are loaded for these modules. */
function reachedFrom(chunks: readonly Rolldown.OutputChunk[], wanted: RegExp): Set<string> {
  return modulesOf(
    chunks,
    chunks.filter(({ facadeModuleId }) => facadeModuleId !== null && wanted.test(facadeModuleId)),
  );
}

/** How many of the files that are loaded for these modules need each module. */
function countIn(
  chunks: readonly Rolldown.OutputChunk[],
  isWanted: (module: string) => boolean,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const chunk of chunks) {
    if (chunk.facadeModuleId === null || !isWanted(chunk.facadeModuleId)) continue;
    for (const module of modulesOf(chunks, [chunk])) counts.set(module, (counts.get(module) ?? 0) + 1);
  }
  return counts;
}

/** The modules of files, and of all that these import at once. */
function modulesOf(
  chunks: readonly Rolldown.OutputChunk[],
  from: readonly Rolldown.OutputChunk[],
): Set<string> {
  const reached = new Set(from);
  for (const chunk of reached)
    for (const other of chunks) if (chunk.imports.includes(other.fileName)) reached.add(other);
  return new Set([...reached].flatMap(({ moduleIds }) => moduleIds));
}
