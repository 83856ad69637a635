/** A page that a picture is wanted of. */
export interface PictureRequest {
  /** Path of the page with its query, in this installation. */
  path: string;
  /** Value of the cookie of the session that the page is opened in. */
  session: string;
  /** Width and height of the window. */
  window: readonly [number, number];
  /** Width and height of the picture; absent = everything on the page, in the size in which the window shows it. */
  size?: readonly [number, number] | undefined;
  /** Whether a document to print is wanted beside it. */
  pdf: boolean;
}

/** A picture as PNG, and as a document of one page where that was wanted. */
export interface Picture {
  png: Buffer;
  pdf: Buffer | undefined;
}

/** What takes pictures of pages. */
export interface PictureTaker {
  /** Rejects with an error that says what is wrong: no browser, no answer, a page that does not get ready. */
  take(request: PictureRequest, signal: AbortSignal): Promise<Picture>;
  close(): Promise<void>;
}

/** Takes pictures of pages. */
export interface WithPictures {
  pictures: PictureTaker;
}
