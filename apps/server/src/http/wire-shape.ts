import type { z } from 'zod';

/** What a route reads, as the API's description shows it. Handlers check it themselves, each in the contract's words. */
export interface WireShape {
  /** A JSON body. */
  body?: z.ZodType;
  /** The `q` parameter, in Rison or JSON (contract/api.md §1.3). */
  q?: z.ZodType;
  /** Other query parameters by their names; all are texts. */
  query?: z.ZodObject;
  /** Fields of a multipart form besides its file. */
  form?: z.ZodObject;
  /** The part of the form that is the file. */
  file?: string;
}
