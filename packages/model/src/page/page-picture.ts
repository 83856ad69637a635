import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';

/** What a window looks like before anything is in it. */
export interface WindowLook {
  width: number;
  height: number;
  /** Dots of the screen for each pixel. */
  scale: number;
  /** Whether the system is dark. */
  dark: boolean;
  /** A digest of what else pages look by: other settings of the system, and all that the browser keeps for them. */
  digest: string;
}

/** The cookie that tells it. */
export const WINDOW_LOOK = 'window_look';

const WRITTEN = /^(\d{3,4})-(\d{3,4})-(\d(?:\.\d{1,3})?)-([01])-([0-9a-z]{1,16})$/;

/** As a cookie has it. */
export function windowLookText({ width, height, scale, dark, digest }: WindowLook): string {
  return [width, height, Number(scale.toFixed(3)), Number(dark), digest].join('-');
}

/** A look as it was written; undefined for any other text. */
export function readWindowLook(text: string): WindowLook | undefined {
  const [found, width, height, scale, dark, digest = ''] = WRITTEN.exec(text) ?? [];
  if (found === undefined) return undefined;
  return { width: Number(width), height: Number(height), scale: Number(scale), dark: dark === '1', digest };
}

/** The name of the element in which a page is told under which key it may hand in its picture. */
export const PICTURE_KEY = 'picture-key';
/** Characters of a picture that is kept: a page does not come with a larger one. */
export const LARGEST_PICTURE = 1_000_000;
/** What a page with a picture may have loaded: as much as browsers remember. */
export const MOST_ASKED = 250;

/** What a page looked like when it was complete: the next page that would look the same begins with it. */
export const pagePictureApi = {
  keep: endpoint({
    method: 'PUT',
    path: '/api/v1/page_picture/:key',
    body: z.strictObject({
      /** A PNG as a data URL. */
      picture: z
        .string()
        .max(LARGEST_PICTURE)
        .regex(/^data:image\/png;base64,iVBORw0KGgo[A-Za-z0-9+/]+={0,2}$/),
      /** The calls that the page has made, with the characters of their answers. */
      asked: z.array(z.strictObject({ address: z.string(), size: z.int().nonnegative() })).max(MOST_ASKED),
    }),
    /**
     * Whether it is kept: not under a key that the server has not given to whoever hands it in, nor of a page that has asked for
     * something that it looks by and that its key does not tell.
     */
    answer: z.strictObject({ result: z.boolean() }),
  }),
};
