/** An answer as it is kept: the members of its JSON that a hit and a miss share, and when it was made. */
export interface CachedAnswer {
  /** Its bytes: one piece, or several of a large one. */
  pieces: readonly Buffer[];
  /** ISO time in UTC, whole seconds. */
  madeAt: string;
  /** Epoch milliseconds after which it is stale. */
  until: number;
}

/** What an answer is kept under, and what it was made of: it is gone when one of its tags is forgotten. */
export interface AnswerName {
  key: string;
  tags: readonly string[];
}

/** What is found under a name. */
export interface Looked {
  kept: CachedAnswer | undefined;
  /** What its tags stand at, for `set`; undefined where nothing can be kept at the moment. */
  stamp: string | undefined;
}

/** Whether this one is to make an answer, or another process makes it already. */
export interface Claim {
  mine: boolean;
  /** Lets others make it. */
  release(): void;
}

/**
 * Where answers are kept. No method ever rejects for a fault of the place itself: what cannot be read is not there, what
 * cannot be kept is not kept.
 */
export interface AnswerCache {
  look(name: AnswerName): Promise<Looked>;
  /**
   * Keeps an answer for `milliseconds`. One whose tags were forgotten since it was looked for is never given out, and one
   * that is too large is not kept.
   */
  set(name: AnswerName, stamp: string, answer: CachedAnswer, milliseconds: number): Promise<void>;
  /** Forgets all answers that bear one of these tags, those that are being made included. */
  forget(tags: readonly string[]): Promise<void>;
  /** Asks to be the one who makes an answer, among all processes that share the cache. */
  claim(name: AnswerName): Promise<Claim>;
  close(): Promise<void>;
}

/** Largest part of the cache that one answer may take: a larger one would push everything else out. */
export const LARGEST_SHARE = 1 / 8;
