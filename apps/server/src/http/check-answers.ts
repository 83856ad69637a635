import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readQ } from './q-argument.ts';

/** Characters of a problem that are told. */
const TOLD = 2_000;

/**
 * Makes an answer that does not fit what its route declares a fault of the server: for tests and while it is worked on.
 * Reads every JSON answer once more, which nobody should wait for elsewhere.
 */
export function checkAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const declared = request.routeOptions.config.answer;
    if (!declared || reply.statusCode >= 300 || request.method === 'HEAD') return payload;
    const contentType = String(reply.getHeader('content-type') ?? '');
    if (declared.otherwise && !contentType.startsWith('application/json')) return payload;
    const schema = reply.statusCode === 202 ? (declared.later ?? declared.schema) : declared.schema;
    const problem = misfit(schema, request, contentType, payload);
    if (problem === undefined) return payload;
    throw new Error(
      `${request.method} ${request.routeOptions.url} answers what it does not declare: ${problem.slice(0, TOLD)}`,
    );
  });
}

/** What of an answer does not fit; undefined when all does. */
function misfit(
  schema: z.ZodType | string,
  request: FastifyRequest,
  contentType: string,
  payload: unknown,
): string | undefined {
  const isJson = contentType.startsWith('application/json');
  if (typeof schema === 'string') return undefined;
  if (!isJson) return `it declares JSON, and its type is ${contentType}`;
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return undefined;
  const read = schema.safeParse(JSON.parse(String(payload)), { reportInput: true });
  if (read.success) return undefined;
  const issues = namesColumns(request)
    ? read.error.issues.filter((issue) => !isLeftOut(issue))
    : read.error.issues;
  return issues.length > 0 ? z.prettifyError(new z.ZodError(issues)) : undefined;
}

/** Whether a question names the columns that it wants: the others are left out. */
function namesColumns({ query }: FastifyRequest): boolean {
  const q = readQ(query);
  return (
    typeof q === 'object' && q !== null && !Array.isArray(q) && ('columns' in q || 'select_columns' in q)
  );
}

function isLeftOut(issue: z.core.$ZodIssue): boolean {
  return issue.input === undefined;
}
