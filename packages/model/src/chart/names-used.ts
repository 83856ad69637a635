import { isJsonObject } from '../json.ts';

/** Members of form data whose texts name columns or metrics of the dataset. */
const NAMING =
  /metric|column|group|series|entity|source|target|axis|subject|dimension|order|granularity|sort|size|field|^[xy]$|^id$|^name$|^parent$|time|spatial|col$/i;
/** Members in which such a text stands for something else. */
const NOT_NAMING = /^(viz_type|datasource|.*label|.*format|.*title|.*agg.*|.*scheme|size_(from|to))$/i;

/**
 * Which of some columns and metrics of its dataset a chart's form data use: by name, as what a metric, a filter or a
 * setting of a column is about, or within SQL.
 *
 * @param form stored form data, of any age and make
 */
export function namesUsed(form: unknown, names: readonly string[]): string[] {
  const wanted = new Set(names);
  const words = new Map(names.map((name) => [name, wordOf(name)]));
  const used = new Set<string>();
  const walk = (value: unknown, key: string): void => {
    if (typeof value === 'string') {
      if (key === 'sqlExpression') {
        for (const [name, word] of words) if (word.test(value)) used.add(name);
      } else if (wanted.has(value) && NAMING.test(key) && !NOT_NAMING.test(key)) used.add(value);
    } else if (Array.isArray(value)) for (const each of value) walk(each, key);
    else if (isJsonObject(value)) {
      for (const [member, each] of Object.entries(value)) {
        // Settings of columns stand under their names.
        if (key === 'column_config' && wanted.has(member)) used.add(member);
        walk(each, member);
      }
    }
  };
  walk(form, '');
  return names.filter((name) => used.has(name));
}

/** A name as a whole word of SQL. */
function wordOf(name: string): RegExp {
  return new RegExp(`(?<![\\w$])${name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?![\\w$])`, 'i');
}
