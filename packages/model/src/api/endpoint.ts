import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What a call answers that is no JSON document: a file, a page, a stream of lines or events, an address to go on to, or nothing. */
export type OtherAnswer = 'file' | 'page' | 'stream' | 'redirect' | 'nothing';

/**
 * A call of the API: how it is made and what it answers. The server's routes, the calls of the web and the description of
 * the API are made of it.
 */
export interface Endpoint {
  method: Method;
  /** `/api/v1/dashboard/:pk`: names after a colon stand for texts. */
  path: string;
  /** The `q` parameter, in Rison or JSON (contract/api.md §1.3). */
  q?: z.ZodType;
  /** Other query parameters by their names; all are texts. */
  query?: z.ZodObject;
  /** A JSON body. */
  body?: z.ZodType;
  /** Fields of a form besides its file. */
  form?: z.ZodObject;
  /** The part of the form that is the file. */
  file?: string;
  /** The form may come without it, as with the key of one that was received. */
  fileMayLack?: true;
  /** A good answer. */
  answer: z.ZodType | OtherAnswer;
  /** What it answers instead where the call asks for another form. */
  otherwise?: OtherAnswer;
  /** What it answers with 202 where the answer itself comes later. */
  later?: z.ZodType;
  /** Status of a good answer; 200 when nothing is said. */
  status?: 200 | 201 | 202 | 204;
}

/** Names of the parameters in a path. */
export type ParameterOf<Path extends string> = Path extends `${infer Head}/${infer Rest}`
  ? ParameterOf<Head> | ParameterOf<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never;

/** Declares a call with its exact types. */
export function endpoint<const Path extends string, const Shape extends Endpoint & { path: Path }>(
  shape: Shape,
): Shape {
  return shape;
}

/** Fields of a form, which travel as texts. */
type FormTexts<Form extends z.ZodObject> = {
  [Name in keyof z.input<Form>]: string | Extract<z.input<Form>[Name], undefined>;
};

/** What a call is asked with: what its endpoint declares, and nothing else. */
export type Asked<E extends Endpoint> = (ParameterOf<E['path']> extends never
  ? { params?: undefined }
  : { params: Record<ParameterOf<E['path']>, string | number> }) &
  (E extends { body: infer Body extends z.ZodType } ? { body: z.input<Body> } : { body?: undefined }) &
  (E extends { form: infer Form extends z.ZodObject } ? { form: FormTexts<Form> } : { form?: undefined }) &
  FileOf<E> & {
    q?: E extends { q: infer Q extends z.ZodType } ? z.input<Q> : undefined;
    query?: E extends { query: infer Query extends z.ZodObject } ? z.input<Query> : undefined;
    signal?: AbortSignal | undefined;
  };

type FileOf<E extends Endpoint> = E extends { file: string }
  ? E extends { fileMayLack: true }
    ? { file?: Blob }
    : { file: Blob }
  : { file?: undefined };

/** What a call answers. */
export type AnswerOf<E extends Endpoint> =
  | (E extends { answer: infer Answer extends z.ZodType } ? z.output<Answer> : never)
  | (E extends { later: infer Later extends z.ZodType } ? z.output<Later> : never);
