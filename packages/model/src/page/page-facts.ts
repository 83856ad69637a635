import type { AccountWithRoles } from '../account/me.ts';
import type { PluginFacts } from '../plugin/plugin.ts';
import type { ScheduleForm } from '../saved-query/schedule-form.ts';
import type { Formats } from './formats.ts';

/** The dashboard that a page shows in a frame of another site. */
export interface EmbeddedBoard {
  dashboard_id: number;
  /** Sites that may show it: origins, or hosts alone; none = all. */
  allowed_domains: string[];
}

/** Pictures of the earth in squares, which lie below maps. */
export interface BaseMap {
  /** Of each square, with `{z}`, `{x}` and `{y}` in it. */
  address: string;
  label: string;
  /** Whose they are, as it stands below the map. */
  attribution: string;
}

/** What the server tells every page before any request: who looks, what may be done, and the limits. */
export interface PageFacts {
  user: AccountWithRoles | null;
  csrf_token: string;
  /** Nobody has signed up yet: the first-run page is open. */
  first_run: boolean;
  version: string;
  /** Settings that pages are told. */
  conf: Record<string, string | number | boolean | string[] | null | undefined>;
  /** Ways to sign in: by a password, and by identity providers. */
  sign_in: { password: boolean; providers: readonly { name: string; title: string }[] };
  /** Theme documents that the whole installation wears; null = the built-in looks. */
  themes: { default: unknown; dark: unknown };
  /** Chart types that are loaded by their addresses. */
  plugins: readonly PluginFacts[];
  /** How the installation writes numbers and moments, the languages in whose way people may have them, and currencies offered first. */
  formats: Formats & { languages: readonly string[]; currencies: readonly string[] };
  /** Other grounds of maps than the one that is drawn here. */
  base_maps: readonly BaseMap[];
  /** What is asked of who has a query run on a schedule; null where nothing runs queries so. */
  schedule_form: ScheduleForm | null;
  /** The look that the window told with its request; not there where it told none. */
  window_look?: string | undefined;
  embedded?: EmbeddedBoard;
  /** What the query is called whose result the page shows in a frame of another site. */
  embedded_query?: string;
}
