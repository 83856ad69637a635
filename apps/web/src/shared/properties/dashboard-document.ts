import { categoricalScheme } from '@chartroom/charts';
import { isJsonObject, type JsonObject } from '@chartroom/model';

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

/** A form rule: the text is one JSON object. */
export function validMetadata(_rule: unknown, value: string): Promise<void> {
  try {
    const document: unknown = JSON.parse(value);
    if (isJsonObject(document)) {
      const foreign = OWN.filter((key) => key in document);
      if (foreign.length === 0) return Promise.resolve();
      return Promise.reject(
        new Error(`Not kept here, but by the dashboard or a field of its own: ${foreign.join(', ')}`),
      );
    }
  } catch (error) {
    return Promise.reject(
      new Error(`This is no JSON: ${error instanceof Error ? error.message : String(error)}`),
    );
  }
  return Promise.reject(new Error('The metadata is one object: it begins with { and ends with }'));
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
