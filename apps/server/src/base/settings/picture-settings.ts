import { z } from 'zod';
import { flag, texts, whole } from './setting-kinds.ts';

/** Settings of pictures of charts and dashboards (contract/api.md §6). */
export const PICTURE_SETTINGS = {
  /** Small pictures of charts and dashboards, and screenshots of charts. */
  THUMBNAILS: flag.default(false),
  /** Screenshots of dashboards too; needs THUMBNAILS. */
  ENABLE_DASHBOARD_SCREENSHOT_ENDPOINTS: flag.default(false),
  /** Lists of charts and dashboards begin as cards. */
  LISTVIEWS_DEFAULT_CARD_VIEW: flag.default(false),
  /** As whom small pictures are taken: the first of these that there is. What is none of the words is a user name. */
  THUMBNAIL_EXECUTORS: texts(z.string().min(1)).default(['current_user']),
  /** Seconds after which a picture is tried again that failed or never came. */
  THUMBNAIL_ERROR_CACHE_TTL: whole(0).default(86_400),
  /** Seconds until a picture is given up. */
  SCREENSHOT_TIMEOUT: whole(1).max(240).default(60),
  /** Pictures are taken of the pages by a browser, instead of being drawn by the server. Needs Chromium. */
  PICTURES_BY_CHROMIUM: flag.default(false),
  /** The program that takes pictures; absent = Chromium or Chrome where systems put it. */
  CHROMIUM_PATH: z.string().min(1).optional(),
  /** Off only where the system has no means for it, as in many containers and for the user root. */
  CHROMIUM_SANDBOX: flag.default(true),
} as const;
