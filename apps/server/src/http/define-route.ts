import type { Endpoint, OtherAnswer, ParameterOf } from '@chartroom/model';
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteShorthandOptions,
} from 'fastify';
import type { z } from 'zod';
import type { Ground } from '../records/ground.ts';
import type { Access } from './access.ts';
import { type Act, actOf, idParameter, queryParameter, textParameter } from './act.ts';
import { parseQ } from './q-argument.ts';
import { type Misfit, parseBody, parseExactBody } from './validation.ts';

/** A request on its way through a route, read by the route's schemas when its parts are first asked for. */
export interface Call<
  Path extends string,
  Q extends z.ZodType,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Services = Ground,
> {
  act: Act<Services>;
  request: FastifyRequest;
  reply: FastifyReply;
  /** The id in the address; undefined when it is none that a thing can have. */
  id: number | undefined;
  /** A part of the address, decoded. */
  param(name: ParameterOf<Path>): string;
  /** A part of the address that is an id; undefined when it is none that a thing can have. */
  idParam(name: ParameterOf<Path>): number | undefined;
  /** A query parameter, when it is given once. */
  query(name: keyof z.output<Query> & string): string | undefined;
  /** @throws ChartroomError 400 naming what does not fit */
  readonly q: z.output<Q>;
  /** @throws ChartroomError in the words of `misfit` */
  readonly body: z.output<Body>;
}

/** What a handler gives: the answer, which is written as JSON, or a reply that is sent already. */
type Given<Answer> = Answer extends z.ZodType ? z.input<Answer> | FastifyReply : FastifyReply;

/** An endpoint with who may call it and what it does. */
export interface Route<
  Path extends string,
  Q extends z.ZodType,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Answer extends z.ZodType | OtherAnswer,
  Services = Ground,
> extends Endpoint {
  path: Path;
  q?: Q;
  query?: Query;
  body?: Body;
  answer: Answer;
  access: Access;
  /** How a body that does not fit is answered; 400 when nothing is said. */
  misfit?: Misfit;
  /** Anybody may call: numbers and switches of the body are not read out of texts (contract/safety.md 3). */
  exact?: true;
  /** What the guards are told besides: sessions only, no token against forgery, a page. */
  config?: Omit<FastifyContextConfig, 'access' | 'wire' | 'answer'>;
  options?: Pick<RouteShorthandOptions, 'bodyLimit' | 'compress'>;
  handle(call: Call<Path, Q, Query, Body, Services>): Promise<Given<Answer>>;
}

/** Registers routes: their bodies and parameters are read by their schemas, and their answers described by them. */
export type DefineRoute<Services = Ground> = <
  const Path extends string,
  Q extends z.ZodType,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Answer extends z.ZodType | OtherAnswer,
>(
  route: Route<Path, Q, Query, Body, Answer, Services>,
) => void;

/** What registers routes of an application. */
export function routesOf<Services>(app: FastifyInstance, services: Services): DefineRoute<Services> {
  return (route) => {
    const { method, path, access, status = 200, answer, otherwise, later, handle } = route;
    const { q, query, body, form, file } = route;
    app.route({
      ...route.options,
      method,
      url: path,
      config: {
        ...route.config,
        access,
        answer: { schema: answer, status, otherwise, later },
        wire: {
          ...(q && { q }),
          ...(query && { query }),
          ...(body && { body }),
          ...(form && { form }),
          ...(file && { file }),
        },
      },
      handler: async (request, reply) => {
        const given = await handle(new RouteCall(route, request, reply, actOf(services, request)));
        // A reply that is waited for is nothing: it has been sent, or who asked has left.
        return given === undefined ? undefined : reply.status(status).send(given);
      },
    });
  };
}

/** One request; its getters stand on the class: an object literal with getters of its own costs a hidden class each. */
class RouteCall<
  Path extends string,
  Q extends z.ZodType,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Services,
> implements Call<Path, Q, Query, Body, Services>
{
  readonly act: Act<Services>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly #route: Reading<Path, Q, Query, Body>;

  constructor(
    route: Reading<Path, Q, Query, Body>,
    request: FastifyRequest,
    reply: FastifyReply,
    act: Act<Services>,
  ) {
    this.#route = route;
    this.request = request;
    this.reply = reply;
    this.act = act;
  }

  // Handlers take these out of their call: they bring it along.
  readonly param = (name: string) => textParameter(this.request, name);
  readonly idParam = (name: string) => idParameter(this.request, name);
  readonly query = (name: string) => queryParameter(this.request, name);

  get id(): number | undefined {
    return idParameter(this.request);
  }

  get q(): z.output<Q> {
    const { path, q } = this.#route;
    if (!q) throw new Error(`${path} declares no q`);
    return parseQ(q, this.request.query);
  }

  get body(): z.output<Body> {
    const { path, body, exact, misfit } = this.#route;
    if (!body) throw new Error(`${path} declares no body`);
    // A body that may be missing is asked as an empty one.
    const given = this.request.body ?? (body.safeParse(undefined).success ? {} : undefined);
    return exact ? parseExactBody(body, given) : parseBody(body, given, misfit);
  }
}

/** What of a route its calls are read by. */
type Reading<
  Path extends string,
  Q extends z.ZodType,
  Query extends z.ZodObject,
  Body extends z.ZodType,
> = Pick<Route<Path, Q, Query, Body, OtherAnswer>, 'path' | 'q' | 'body' | 'misfit' | 'exact'>;
