import type { FastifyRequest } from 'fastify';
import type { Ground } from '../records/ground.ts';
import type { Caller } from '../security/caller.ts';

/**
 * One request being carried out: with what, for whom, and until when (`signal` fires when the client leaves). Whoever works
 * with more than what everything stands on says so: `Act<Ground & WithData>`.
 */
export interface Act<Services = Ground> {
  services: Services;
  caller: Caller;
  signal: AbortSignal;
}

/** What a request's handler passes on. */
export function actOf<Services>(services: Services, request: FastifyRequest): Act<Services> {
  return { services, caller: request.caller, signal: request.leaving };
}

/** The largest id that PostgreSQL counts to; nothing has a larger one. */
export const LARGEST_ID = 2_147_483_647;

/** The id that nothing has: lists of what stands below it are empty. */
export const NOTHING = 0;

/** An id out of the address, or undefined when it is none that a thing can have. */
export function idParameter(request: FastifyRequest, name = 'pk'): number | undefined {
  const text = textParameter(request, name);
  return /^\d{1,15}$/.test(text) && Number(text) <= LARGEST_ID ? Number(text) : undefined;
}

/** A part of the address, decoded. */
export function textParameter(request: FastifyRequest, name: string): string {
  const parameters = request.params;
  const value =
    typeof parameters === 'object' && parameters !== null ? Reflect.get(parameters, name) : undefined;
  return typeof value === 'string' ? value : '';
}

/** A query parameter, when it is given once. */
export function queryParameter(request: FastifyRequest, name: string): string | undefined {
  const query = request.query;
  const value = typeof query === 'object' && query !== null ? Reflect.get(query, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}
