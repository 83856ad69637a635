import { categoricalScheme, isColor } from '@chartroom/charts';
import { filterKeyProblem, isDeepEqual, isJsonObject, type JsonObject } from '@chartroom/model';

/** Parts of a dashboard's metadata that the installation keeps itself (contract/ui.md B9), or that has a field of its own. */
const OWN = ['color_scheme', 'positions', 'shared_label_colors', 'map_label_colors', 'color_scheme_domain'];

/** The stored metadata; one that is damaged counts as empty. */
export function metadataOf(text: string | null): JsonObject {
  try {
    const document: unknown = JSON.parse(text || '{}');
    return isJsonObject(document) ? document : {};
  } catch {
    return {};
  }
}

/** The metadata as people edit it: without what the installation keeps itself. */
export function shownMetadata(stored: JsonObject): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(stored).filter(([key]) => !OWN.includes(key))),
    undefined,
    2,
  );
}

/** A form rule: the text is one JSON object, and what it says beside what is stored can be used. */
export function validMetadata(
  stored: string | null,
): (rule: unknown, value: string | undefined) => Promise<void> {
  return async (_rule, value = '') => {
    const problem = metadataProblem(value, metadataOf(stored));
    if (problem !== undefined) throw new Error(problem);
  };
}

function metadataProblem(text: string, before: JsonObject): string | undefined {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    return `This is no JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
  if (!isJsonObject(document)) return 'The metadata is one object: it begins with { and ends with }';
  const foreign = OWN.filter((key) => key in document);
  if (foreign.length > 0)
    return `Not kept here, but by the dashboard or a field of its own: ${foreign.join(', ')}`;
  return (
    colorProblem(document.label_colors, before.label_colors) ??
    filterKeyProblem(newMembers(document.filter_scopes, before.filter_scopes)) ??
    filterKeyProblem(newMembers(parsed(document.default_filters), parsed(before.default_filters)))
  );
}

function colorProblem(given: unknown, before: unknown): string | undefined {
  const wrong = Object.values(newMembers(given, before)).find((color) => !isColor(String(color)));
  return wrong === undefined ? undefined : `Invalid color: ${String(wrong)}`;
}

/** Members that are not stored so already: what has come with a dashboard keeps nobody from changing other things. */
function newMembers(given: unknown, before: unknown): JsonObject {
  if (!isJsonObject(given)) return {};
  const known = isJsonObject(before) ? before : {};
  return Object.fromEntries(Object.entries(given).filter(([key, value]) => !isDeepEqual(value, known[key])));
}

/** The document in a text within the document; what is none says nothing. */
function parsed(text: unknown): JsonObject {
  return typeof text === 'string' ? metadataOf(text) : {};
}

/**
 * The metadata to store: what was edited, the colour scheme that was chosen, and what the installation keeps. A scheme that
 * changed takes its colours along; the colours that labels had under the old one are let go.
 */
export function storedMetadata(stored: JsonObject, edited: string, scheme: string | null): JsonObject {
  const rest = Object.fromEntries(Object.entries(metadataOf(edited)).filter(([key]) => !OWN.includes(key)));
  const { color_scheme: _, ...kept } = Object.fromEntries(
    Object.entries(stored).filter(([key]) => OWN.includes(key)),
  );
  const before =
    typeof stored.color_scheme === 'string' && stored.color_scheme !== '' ? stored.color_scheme : null;
  const chosen = scheme === null ? {} : { color_scheme: scheme };
  if (scheme === before) return { ...rest, ...chosen, ...kept };
  const { shared_label_colors: _shared, map_label_colors: _map, ...others } = kept;
  return {
    ...rest,
    ...others,
    ...chosen,
    color_scheme_domain: scheme === null ? [] : [...categoricalScheme(scheme).colors],
  };
}

/** The text of metadata in which a label has this colour; none leaves it to the scheme. */
export function withLabelColor(text: string, label: string, color: string | undefined): string {
  const { label_colors, ...others } = metadataOf(text);
  const present = isJsonObject(label_colors) ? label_colors : {};
  const { [label]: _, ...rest } = present;
  const colors = color === undefined ? rest : { ...present, [label]: color };
  return JSON.stringify({ ...others, label_colors: colors }, undefined, 2);
}
