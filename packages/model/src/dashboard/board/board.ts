import { z } from 'zod';
import { isJsonObject } from '../../json.ts';
import type { StoredDocument } from '../../stored.ts';
import { HEADER_ID, type Layout, openLayout, readLayout } from '../layout.ts';

/** What people build of a dashboard, apart from who may do what with it: each save of it is a version. */

/** The fields of a dashboard that a version keeps, as they are stored. */
export const boardFields = z.strictObject({
  dashboard_title: z.string().nullable(),
  css: z.string().nullable(),
  theme_id: z.number().nullable(),
  certified_by: z.string().nullable(),
  certification_details: z.string().nullable(),
  published: z.boolean(),
});
export type BoardFields = z.infer<typeof boardFields>;

/** A version of a dashboard as it is stored: its fields and its two documents. */
export const boardDocument = boardFields.extend({
  json_metadata: z.string().nullable(),
  position_json: z.string().nullable(),
});
export type BoardDocument = z.infer<typeof boardDocument>;

/** What was built of a dashboard and not saved, as a browser keeps it: what it began with, and what became of it. */
export const boardDraft = z.strictObject({ keptAt: z.string(), base: boardDocument, mine: boardDocument });
export type BoardDraft = z.infer<typeof boardDraft>;

/** A version of a dashboard as it is read, to be compared with others. */
export interface Board {
  fields: BoardFields;
  /** `json_metadata`, what no reader knows included. */
  settings: StoredDocument;
  /** Without the title, which is one of the fields. */
  layout: Layout;
}

/** Reads a stored version; a damaged document counts as an empty one. */
export function boardOf({ json_metadata, position_json, ...fields }: BoardDocument): Board {
  const layout = readLayout(documentIn(position_json));
  return { fields, settings: documentIn(json_metadata), layout: withoutTitle(openLayout(layout, [])) };
}

/** A layout without the component that carries the title. */
export function withoutTitle(layout: Layout): Layout {
  const { [HEADER_ID]: _, ...left } = layout;
  return left;
}

/** The object that a stored text holds; an empty one where it holds none. */
function documentIn(text: string | null): StoredDocument {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return isJsonObject(value) ? value : {};
  } catch {
    // What cannot be read is shown as nothing; the text itself stays where it is.
    return {};
  }
}
