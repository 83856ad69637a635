import { PAGES, type Page } from './pages.ts';

/** What a page asks for that depends on what the person has left open there. */
interface AskedCalls {
  /** Calls by GET that only read, whose answers the next such page may bring along. */
  brought: RegExp;
  /** Calls whose answers no picture shows: what is written down, told of a text that is there already, or kept nowhere. */
  unseen: RegExp;
}

const ASKED: ReadonlyMap<Page, AskedCalls> = new Map([
  [
    PAGES.home,
    {
      brought:
        /^\/api\/v1\/(?:examples\/$|log\/recent_activity\/\?|(?:dashboard|chart|saved_query)\/\?|(?:dashboard|chart)\/favorite_status\/\?)/,
      unseen: /^\/(?:superset\/log|api\/v1\/(?:page_picture|async_event|security\/csrf_token))\//,
    },
  ],
  [
    PAGES.sqlLab,
    {
      brought:
        /^\/api\/v1\/(?:sqllab\/results\/\?|database\/\d+\/(?:catalogs|schemas|tables|table_metadata|table_metadata\/extra)\/\?)/,
      unseen:
        /^\/(?:superset\/log|tabstateview|api\/v1\/(?:page_picture|async_event|security\/csrf_token|sqllab\/live|database\/\d+\/(?:validate_sql|function_names)))\//,
    },
  ],
]);

/** What a database is asked for once more. */
const ANEW = /force(?:=|:|%3A)(?:true|!t|%21t)/i;

/** Whether a page asks for more than can be told before somebody has opened it. */
export function asksMore(page: Page): boolean {
  return ASKED.has(page);
}

/** Whether a page may bring along the answer to a call that such a page has made, by its address. */
export function mayBring(page: Page, address: string): boolean {
  const isPlain = !ANEW.test(address) && !address.includes('..');
  return isPlain && ASKED.get(page)?.brought.test(address) === true;
}

/** Whether the answer to a call is nothing that a page looks by. */
export function isUnseen(page: Page, address: string): boolean {
  return ASKED.get(page)?.unseen.test(address) === true;
}
