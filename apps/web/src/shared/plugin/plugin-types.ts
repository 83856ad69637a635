import { addChartTypes, pluginEntry } from '@chartroom/charts';
import type { PluginFacts } from '@chartroom/model';

/** Puts the chart types that are loaded by their addresses beside those of the product. */
export function addPlugins(plugins: readonly PluginFacts[]): void {
  addChartTypes(plugins.map((plugin) => pluginEntry(plugin, fetchModule)));
}

/** The policy of the page lets it come from nowhere but where administrators said. */
function fetchModule(address: string): Promise<object> {
  return import(/* @vite-ignore */ address);
}
