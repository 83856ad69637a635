import type { FastifyRequest } from 'fastify';

/** The text fields of a form, whichever way it was sent. Files in it are passed over. */
export async function formFields(request: FastifyRequest): Promise<Record<string, string>> {
  if (!request.isMultipart()) {
    const body: unknown = request.body;
    const entries: [string, unknown][] =
      typeof body === 'object' && body !== null ? Object.entries(body) : [];
    return Object.fromEntries(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  }
  const fields: Record<string, string> = {};
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value);
    else part.file.resume();
  }
  return fields;
}
