import { writeIn } from '@chartroom/charts';
import { type Formats, isLanguage } from '@chartroom/model';
import { create } from 'zustand';
import { bootstrap } from './bootstrap.ts';
import { browserStorage } from './browser-storage.ts';

const KEY = 'chartroom.formats';

/** Languages in whose way numbers and dates can be had, where the installation names none. */
const USUAL = [
  'en',
  'en-GB',
  'en-IN',
  'cs',
  'da',
  'de',
  'de-CH',
  'es',
  'fi',
  'fr',
  'it',
  'ja',
  'ko',
  'nl',
  'pl',
  'pt-BR',
  'ru',
  'sv',
  'tr',
  'uk',
  'zh',
];

interface FormatsState {
  /** The language that was chosen; undefined = as the installation has it. */
  chosen: string | undefined;
  /** How numbers and moments are written on this page. */
  formats: Formats;
  choose: (language: string | undefined) => void;
  /** What the page around a frame wants, which this browser does not keep; false for a language without formats. */
  wear: (language: string) => boolean;
}

/** How numbers and dates are written; kept in the browser, beside the look. */
export const useFormats = create<FormatsState>((set) => {
  const chosen = readChosen();
  return {
    chosen,
    formats: written(chosen),
    choose: (language) => {
      if (language === undefined) browserStorage()?.removeItem(KEY);
      else browserStorage()?.setItem(KEY, language);
      set({ chosen: language, formats: written(language) });
    },
    wear: (language) => {
      if (!isLanguage(language)) return false;
      set({ formats: written(language) });
      return true;
    },
  };
});

/** The languages to choose from, each by its own name. */
export function formatLanguages(): { language: string; name: string }[] {
  const { languages, language } = bootstrap.formats;
  const offered = languages.length > 0 ? languages : USUAL;
  return [...new Set([language, ...offered])].map((each) => ({ language: each, name: languageName(each) }));
}

function languageName(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** Writes all that follows in the way of a language; its currency stays where the installation puts it. */
function written(language: string | undefined): Formats {
  const { languages: _offered, ...own } = bootstrap.formats;
  const currency = own.numbers?.currency;
  const formats = language === undefined ? own : { language, ...(currency && { numbers: { currency } }) };
  writeIn(formats);
  return formats;
}

function readChosen(): string | undefined {
  const kept = browserStorage()?.getItem(KEY);
  return kept && isLanguage(kept) ? kept : undefined;
}
