import { isLanguage, numberFormatsSchema, timeFormatsSchema } from '@chartroom/model';
import { z } from 'zod';
import { structured } from './setting-kinds.ts';

/** The tag of a language, also as gettext writes it (`pt_BR`). */
const language = z
  .string()
  .transform((tag) => tag.replaceAll('_', '-'))
  .refine(isLanguage, 'must be the tag of a language, such as de or pt-BR');

/** How numbers and moments are written (contract/api.md §6). */
export const FORMAT_SETTINGS = {
  /** The language in whose way they are. The words of the pages stay English. */
  BABEL_DEFAULT_LOCALE: language.default('en'),
  /** In whose ways people may have them: tags, each with what is known of it; none = those that the pages know. */
  LANGUAGES: structured(z.record(language, z.looseObject({}))).default({}),
  /** What is not as in the language: members of definitions of d3-format and d3-time-format. */
  D3_FORMAT: structured(numberFormatsSchema).default({}),
  D3_TIME_FORMAT: structured(timeFormatsSchema).default({}),
  /** Currencies that fields offer first: codes of ISO 4217, or any texts. */
  CURRENCIES: structured(z.array(z.string().min(1))).default([
    'USD',
    'EUR',
    'GBP',
    'INR',
    'MXN',
    'JPY',
    'CNY',
  ]),
};
