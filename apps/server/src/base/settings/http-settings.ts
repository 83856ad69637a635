import { themeDocumentSchema } from '@chartroom/model';
import { z } from 'zod';
import { readRates } from './rates.ts';
import { flag, structured, texts, whole } from './setting-kinds.ts';

const link = z
  .string()
  .refine(
    (text) => text === '' || /^(https?:\/\/|\/)\S+$/.test(text),
    'must be an address such as https://…',
  );

/** How the installation speaks with browsers and programs: cookies, forgery, how often, what of the API there is, how it looks. */
export const HTTP_SETTINGS = {
  SESSION_COOKIE_SAMESITE: z.enum(['lax', 'strict', 'none']).default('lax'),
  /** Seconds that a page may send what it was given against forgery. */
  WTF_CSRF_TIME_LIMIT: whole(60).default(604_800),
  /** Refuses an address that asks more often than RATELIMIT_APPLICATION says. */
  RATELIMIT_ENABLED: flag.default(false),
  RATELIMIT_APPLICATION: z
    .string()
    .refine(
      (text) => readRates(text) !== undefined,
      'must be such as "50 per second" or "50 per second; 1000 per minute"',
    )
    .default('50 per second'),
  /** Connections in all, as far as the system lets the process have them open. */
  MAX_CONNECTIONS: whole(2).default(4_000),
  /** Connections of one address, and at most half of all; behind a trusted proxy the requests of one address that are under way. */
  MAX_CONNECTIONS_PER_ADDRESS: whole(1).default(1_000),
  /** Seconds until the head of a request has to be there. */
  HEADERS_TIMEOUT: whole(1).default(15),
  /** Seconds over which the rate of a body is measured. */
  BODY_PATIENCE: whole(1).default(15),
  /** Bytes per second in which a body has to arrive. */
  BODY_MIN_RATE: whole(0).default(1_024),
  /** Seconds after which an answer is given up of which nobody takes anything. */
  ANSWER_TIMEOUT: whole(1).default(60),
  /** Megabytes that the process of the server may hold; absent = half of what the machine or its container has. */
  MEMORY_LIMIT_MB: whole(100).optional(),
  /** Questions without a kept answer, runs of SQL Lab, files that come and go: under way at a time, and of one person. */
  HEAVY_AT_ONCE: whole(1).default(64),
  HEAVY_PER_PERSON: whole(1).default(16),
  /** How many more of one person may wait. */
  HEAVY_WAITING_PER_PERSON: whole(0).default(500),
  /** Slows down the guessing of passwords by AUTH_RATE_LIMIT. */
  AUTH_RATE_LIMITED: flag.default(true),
  /** Accounts, roles, groups and permissions over the API. */
  FAB_ADD_SECURITY_API: flag.default(true),
  /** The page that describes the API. */
  FAB_API_SWAGGER_UI: flag.default(true),
  /** Further names of the installation, over which programs may spread what they ask. */
  SUPERSET_WEBSERVER_DOMAINS: texts(
    z.string().regex(/^[a-z0-9.-]+(:\d+)?$/i, 'must be names of hosts'),
  ).default([]),
  /** Where people learn how to get rights, told with every refusal of data. */
  PERMISSION_INSTRUCTIONS_LINK: link.default(''),
  /** Lets administrators choose in the themes' list which look everybody sees. */
  ENABLE_UI_THEME_ADMINISTRATION: flag.default(true),
  /** The looks of the installation, by day and by night, where none is chosen in the themes' list. */
  THEME_DEFAULT: structured(themeDocumentSchema).default({ algorithm: 'default' }),
  THEME_DARK: structured(themeDocumentSchema).default({ algorithm: 'dark' }),
};

type HttpSettings = { [Name in keyof typeof HTTP_SETTINGS]: z.infer<(typeof HTTP_SETTINGS)[Name]> };

/** What does not fit together; empty when all is well. */
export function httpProblems(
  settings: Pick<HttpSettings, 'SESSION_COOKIE_SAMESITE'> & { SESSION_COOKIE_SECURE: boolean },
): { setting: string; problem: string }[] {
  if (settings.SESSION_COOKIE_SAMESITE !== 'none' || settings.SESSION_COOKIE_SECURE) return [];
  return [
    {
      setting: 'SESSION_COOKIE_SAMESITE',
      problem: 'none needs SESSION_COOKIE_SECURE: browsers take such cookies by HTTPS only',
    },
  ];
}
