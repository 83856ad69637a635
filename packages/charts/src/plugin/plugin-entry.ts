import type { CatalogEntry } from '../catalog.ts';
import type { Behavior, ChartTypeAbout } from '../chart-type.ts';
import type { ReadPlugin } from './read-plugin.ts';

/** Milliseconds after which a plugin counts as one that does not come. */
const PATIENCE = 10_000;

/** The picture of a plugin that cannot be loaded. */
const FAILED =
  '<svg viewBox="0 0 96 64" fill="none" stroke="currentColor" stroke-width="4"><path opacity=".35" d="M18 14h60v36H18z"/><path d="M40 24l16 16M56 24L40 40"/></svg>';

/** A chart type that is loaded by its address. */
export interface PluginPlace {
  key: string;
  name: string;
  bundle_url: string;
}

/**
 * The catalog's entry of a chart type of somebody else. Its module is fetched when it is first needed; one that fails says by
 * name what failed, and is fetched again when it is needed again.
 *
 * @param fetchModule imports a module by its address
 */
export function pluginEntry(
  { key, name, bundle_url }: PluginPlace,
  fetchModule: (address: string) => Promise<object>,
): CatalogEntry {
  const behaviors: Behavior[] = [];
  let read: Promise<ReadPlugin> | undefined;
  const load = () => {
    read ??= loaded().catch((error: unknown) => {
      read = undefined;
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The plugin "${name}" (${key}) could not be loaded from ${bundle_url}. ${reason}`, {
        cause: error,
      });
    });
    return read;
  };
  const loaded = async () => {
    const [{ readPlugin }, module] = await Promise.all([
      import('./read-plugin.ts'),
      inTime(fetchModule(bundle_url)),
    ]);
    const plugin = readPlugin(module, { key, name });
    behaviors.splice(0, behaviors.length, ...plugin.chart.behaviors);
    return plugin;
  };
  return { key, name, behaviors, isPlugin: true, load, about: () => load().catch(failed) };
}

/** A module that is not there by then is given up. */
function inTime<Value>(coming: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const late = new Error(`It did not answer within ${PATIENCE / 1_000} s.`);
    const timer = setTimeout(() => reject(late), PATIENCE);
    coming.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** What the gallery says of a plugin that cannot be loaded. */
function failed(error: unknown): { about: ChartTypeAbout } {
  const description = error instanceof Error ? error.message : String(error);
  return { about: { category: null, tags: [], description, thumbnail: FAILED } };
}
