import { join } from 'node:path';
import type { TaskStatus } from '@chartroom/model';
import { KeptFiles } from '../base/kept-files.ts';
import type { Act } from '../http/act.ts';
import { createQuota, type Quota } from '../http/quota.ts';
import type { WithJobs } from '../jobs/jobs.ts';
import { interrupted, type Job, type JobKind } from '../jobs/jobs.ts';
import type { Ground } from '../records/ground.ts';
import type { PicturedKind } from '../resources/picture-digests.ts';
import { callerId } from '../security/caller.ts';
import type { WithCounts } from '../security/counts.ts';
import { type PictureMakers, pictureAs } from './picture-as.ts';

/** A picture that is wanted. */
export interface WantedPicture {
  /** 32 digits that name it. */
  key: string;
  kind: PicturedKind;
  id: number;
  /** As whom it is made. */
  viewer: number;
  path: string;
  window: readonly [number, number];
  size?: readonly [number, number] | undefined;
  pdf: boolean;
}

/** What is known of a picture. */
export interface KeptPicture extends WantedPicture {
  status: TaskStatus;
  updated_at: string;
  /** Name of the job that takes it. */
  job: string;
  /** Who asked for it first. */
  asker: number | null;
}

const JOBS = 'picture';
/** Days and bytes for which pictures are kept. */
const DAYS = 7;
const BYTES = 512 * 1024 * 1024;
/** Pictures that one person may have taken a minute. */
const MOST_A_MINUTE = 120;

/** Pictures of charts and dashboards: made by jobs, kept for some days in files of the home, known to the records. */
export class Pictures {
  readonly #services: PictureMakers & WithCounts & WithJobs;
  readonly #files: KeptFiles;
  readonly #takeOne: Quota;

  constructor(services: PictureMakers & WithCounts & WithJobs) {
    this.#services = services;
    this.#files = new KeptFiles(
      join(services.config.HOME, 'pictures'),
      { bytes: BYTES, seconds: DAYS * 86_400 },
      services.now,
    );
    this.#takeOne = createQuota(
      services.counts,
      { kind: 'pictures', most: MOST_A_MINUTE, seconds: 60 },
      'Too many pictures are asked for.',
    );
  }

  /**
   * How far a picture is; it is begun when there is none, when that is forced, and when the last attempt failed or was
   * lost a day ago (contract/query.md §6). Rejects with 429 for somebody who wants too many.
   */
  async want(wanted: WantedPicture, act: Act<Ground & WithJobs>, force: boolean): Promise<KeptPicture> {
    const known = await this.find(wanted.key);
    if (known && !(await this.#isDue(known, force))) return known;
    const { uuid, jobs } = this.#services;
    const asker = callerId(act.caller);
    await this.#takeOne(asker);
    const begun: KeptPicture = {
      ...wanted,
      status: 'Pending',
      updated_at: this.#now(),
      job: uuid(),
      asker: known?.asker ?? asker,
    };
    await this.#write(begun);
    await jobs.enqueue({
      kind: JOBS,
      id: begun.job,
      payload: { key: begun.key, user: asker },
      repeatable: true,
    });
    return begun;
  }

  /** What is known of a picture; undefined when nothing is, or not any more. */
  async find(key: string): Promise<KeptPicture | undefined> {
    const { db, now } = this.#services;
    const row = await db
      .selectFrom('key_values')
      .select('value')
      .where('kind', '=', JOBS)
      .where('key', '=', key)
      .where('expires_on', '>', now().toISOString())
      .executeTakeFirst();
    if (!row) return undefined;
    const picture: KeptPicture = JSON.parse(row.value);
    return picture;
  }

  /** The bytes of a picture; undefined while it is not there. */
  async bytes({ key, status }: KeptPicture, format: 'png' | 'pdf'): Promise<Buffer | undefined> {
    return status === 'Updated' ? this.#files.read(`${key}-${format}`) : undefined;
  }

  /** Jobs that take pictures. */
  jobs(): JobKind {
    return {
      name: JOBS,
      run: async (job, signal) => {
        const picture = await this.#of(job);
        if (!picture) return;
        try {
          await this.#write({ ...picture, status: 'Computing', updated_at: this.#now() });
          await this.#take(picture, signal);
          await this.#write({ ...picture, status: 'Updated', updated_at: this.#now() });
        } catch (error) {
          if (interrupted(job, signal)) throw error;
          await this.#write({ ...picture, status: 'Error', updated_at: this.#now() });
          throw error;
        }
      },
      dropped: async (job) => {
        const picture = await this.#of(job);
        if (picture) await this.#write({ ...picture, status: 'Error', updated_at: this.#now() });
      },
    };
  }

  /** The picture of a job, unless another job takes it by now. */
  async #of(job: Job): Promise<KeptPicture | undefined> {
    const picture = await this.find(String(job.payload.key));
    return picture?.job === job.id ? picture : undefined;
  }

  async #isDue({ key, status, updated_at, job }: KeptPicture, force: boolean): Promise<boolean> {
    const { config, now, jobs } = this.#services;
    if (status === 'Updated') return force || !(await this.#files.has(`${key}-png`));
    const isOld = now().getTime() - Date.parse(updated_at) > config.THUMBNAIL_ERROR_CACHE_TTL * 1_000;
    if (status === 'Error') return force || isOld;
    // What waits or runs is not begun twice.
    return (await jobs.status(JOBS, job)) === undefined && (force || isOld || status === 'Pending');
  }

  /** Makes a picture as its viewer. */
  async #take({ key, viewer, path, window, size, pdf }: KeptPicture, signal: AbortSignal): Promise<void> {
    const taken = await pictureAs(viewer, { path, window, size, pdf }, this.#services, signal);
    await this.#files.keep(`${key}-png`, taken.png);
    if (taken.pdf) await this.#files.keep(`${key}-pdf`, taken.pdf);
  }

  async #write(picture: KeptPicture): Promise<void> {
    const { db, now } = this.#services;
    const at = now();
    const { key, asker, kind, id } = picture;
    const kept = {
      value: JSON.stringify(picture),
      expires_on: new Date(at.getTime() + DAYS * 86_400_000).toISOString(),
    };
    await db.deleteFrom('key_values').where('expires_on', '<', at.toISOString()).execute();
    await db
      .insertInto('key_values')
      .values({
        ...kept,
        kind: JOBS,
        key,
        owner_id: asker,
        scope: `${kind} ${id}`,
        created_on: at.toISOString(),
      })
      .onConflict((on) => on.columns(['kind', 'key']).doUpdateSet(kept))
      .execute();
  }

  #now(): string {
    return this.#services.now().toISOString();
  }
}
