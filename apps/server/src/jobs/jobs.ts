import { ChartroomError, type JsonObject } from '@chartroom/model';

/** A piece of work that nobody waits for. */
export interface Job {
  /** The name of its kind. */
  kind: string;
  /** Letters, digits, `-` and `_`; one of its kind has it. */
  id: string;
  /** What its kind needs to know; `user` is the account for whom it is, if it is for one. Secrets do not belong here. */
  payload: JsonObject;
  /** It only reads: it is begun again when its server ends in the middle of it. */
  repeatable: boolean;
}

/** What is done with jobs of one kind. */
export interface JobKind {
  name: string;
  /**
   * Does a job and tells of its failures by itself. It ends soon after `signal` fires; when it is `interrupted`, it
   * leaves everything as it is and rejects.
   */
  run(job: Job, signal: AbortSignal): Promise<void>;
  /** A job will not be done: it was stopped while it waited, or its server died in the middle of it. */
  dropped(job: Job, why: 'stopped' | 'lost'): Promise<void>;
}

/**
 * Work that nobody waits for: a bounded number at a time, in the order in which it came, though people take turns, and
 * known after a crash. Done in this process, or by whichever process of several is free.
 */
export interface Jobs {
  /** Says what is done with jobs of a kind; before `start`. */
  handle(kind: JobKind): void;
  /** Begins to do jobs, those first that a server left behind. */
  start(): Promise<void>;
  /** Rejects with ChartroomError 503 when it can be neither done nor kept for later. */
  enqueue(job: Job): Promise<void>;
  /** Stops a job wherever it is; false when there is none (any more). */
  cancel(kind: string, id: string): Promise<boolean>;
  /** Undefined when there is none (any more). */
  status(kind: string, id: string): Promise<'queued' | 'running' | undefined>;
  /** Interrupts what runs and waits until it has ended. */
  close(): Promise<void>;
}

/** How often a job is begun: one that takes its server down with it does not do so for ever. */
export const MOST_RUNS = 2;

/** The reason of a job's signal when its server ends. */
export class ServerEnds extends Error {
  constructor() {
    super('The server is closing.');
    this.name = 'AbortError';
  }
}

/** The reason of a job's signal when somebody stopped it. */
export function stopped(): DOMException {
  return new DOMException('The query was stopped.', 'AbortError');
}

/** Whether a job is to be begun again by the next server: it then tells nothing of its end. */
export function interrupted(job: Job, signal: AbortSignal): boolean {
  return job.repeatable && signal.aborted && signal.reason instanceof ServerEnds;
}

/** 503: no work can be taken at the moment. */
export function noWorkers(message: string, cause?: unknown): ChartroomError {
  return new ChartroomError(message, {
    status: 503,
    error_type: 'ASYNC_WORKERS_ERROR',
    level: 'error',
    cause,
  });
}

/** Work that goes on while nobody waits. */
export interface WithJobs {
  jobs: Jobs;
}
