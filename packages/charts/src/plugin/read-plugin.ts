import { isJsonObject } from '@chartroom/model';
import {
  type Behavior,
  CATEGORIES,
  type ChartType,
  type ChartTypeAbout,
  defineChartType,
  type ViewProps,
} from '../chart-type.ts';
import { pluginKit } from './kit.ts';

/** What a plugin that has no picture of its own is drawn as, in the gallery and on cards. */
const THUMBNAIL =
  '<svg viewBox="0 0 96 64" fill="currentColor"><path opacity=".35" d="M18 14h60v36H18z"/><path d="M40 24v6h-5v10h26V30h-5v-6h-4v6h-8v-6z"/></svg>';

/** A chart type of somebody else, and what the gallery says of it. */
export interface ReadPlugin {
  chart: ChartType;
  about: ChartTypeAbout;
}

/** What a plugin answers to the kit. */
interface Described extends Pick<ChartType, 'controls' | 'question' | 'draw'> {
  behaviors?: Behavior[];
  about?: Partial<ChartTypeAbout>;
  /** A component that shows the rows in the place of a drawing. */
  view?: (props: ViewProps) => React.ReactNode;
}

/**
 * The chart type that a module makes with the kit.
 *
 * @param module what importing it gave
 * @throws Error that says what of it is wrong, and what the module itself throws
 */
export function readPlugin(module: object, facts: { key: string; name: string }): ReadPlugin {
  const make = 'default' in module ? module.default : undefined;
  if (!isMaker(make)) throw new Error('Its default export is no function.');
  const made = make(pluginKit(facts));
  if (!isDescribed(made)) throw new Error(problemOf(made) ?? '');
  const { controls, question, draw, behaviors = [], view } = made;
  const { category, tags, description, thumbnail } = made.about ?? {};
  const about = {
    category: category ?? null,
    tags: tags ?? [],
    description: description ?? '',
    thumbnail: thumbnail ?? THUMBNAIL,
  };
  const own = { ...facts, behaviors, about: async () => ({ about }) };
  const shown = view && { view: async () => ({ default: view }) };
  return { chart: defineChartType(own, { controls, question, draw, ...shown }), about };
}

function isMaker(value: unknown): value is (kit: object) => unknown {
  return typeof value === 'function';
}

function isDescribed(value: unknown): value is Described {
  return problemOf(value) === undefined;
}

const BEHAVIORS: readonly unknown[] = ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'];

/** What is wrong with what a plugin answered; undefined when nothing is. */
function problemOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return 'Its function gives back no object.';
  for (const name of ['question', 'draw'])
    if (typeof member(value, name) !== 'function') return `It has no function "${name}".`;
  if (!isPanel(member(value, 'controls')))
    return 'Its "controls" have no list "sections", each with a label, a tab and rows of controls.';
  const view = member(value, 'view');
  if (view !== undefined && typeof view !== 'function') return 'Its "view" is no component.';
  const behaviors = member(value, 'behaviors') ?? [];
  if (!Array.isArray(behaviors) || !behaviors.every((each) => BEHAVIORS.includes(each)))
    return `Its "behaviors" are not some of ${BEHAVIORS.join(', ')}.`;
  return aboutProblem(member(value, 'about') ?? {});
}

function isPanel(value: unknown): boolean {
  const sections = member(value, 'sections');
  return Array.isArray(sections) && sections.every(isSection);
}

function isSection(value: unknown): boolean {
  const rows: unknown = member(value, 'rows');
  const tab = member(value, 'tab');
  return (
    typeof member(value, 'label') === 'string' &&
    (tab === 'data' || tab === 'customize') &&
    Array.isArray(rows) &&
    rows.every((row: unknown) => Array.isArray(row) && row.every(isControl))
  );
}

function isControl(value: unknown): boolean {
  return ['name', 'label', 'type'].every((name) => typeof member(value, name) === 'string');
}

function aboutProblem(about: unknown): string | undefined {
  const tags = member(about, 'tags') ?? [];
  const category = member(about, 'category') ?? null;
  if (!CATEGORIES.some((each) => each === category))
    return `Its "about.category" is none of ${CATEGORIES.filter((each) => each !== null).join(', ')}.`;
  if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === 'string'))
    return 'Its "about.tags" are no list of texts.';
  for (const name of ['description', 'thumbnail']) {
    const text = member(about, name) ?? '';
    if (typeof text !== 'string') return `Its "about.${name}" is no text.`;
  }
  return undefined;
}

function member(value: unknown, name: string): unknown {
  return isJsonObject(value) ? value[name] : undefined;
}
