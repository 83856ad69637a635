import { createHmac, timingSafeEqual } from 'node:crypto';
import { isJsonObject } from '@chartroom/model';
import type { Job } from './jobs.ts';

/** A job as it lies where others may write too. */
export interface SealedJob {
  /** JSON of the job. */
  content: string;
  /** Base64url of its HMAC. */
  seal: string;
}

/** A job with the mark of this installation. */
export function sealedJob(job: Job, key: Buffer): SealedJob {
  const content = JSON.stringify(job);
  return { content, seal: sealOf(content, key).toString('base64url') };
}

/** The job; undefined when it is not of this installation or was changed. */
export function openedJob({ content, seal }: SealedJob, key: Buffer): Job | undefined {
  if (typeof content !== 'string' || typeof seal !== 'string') return undefined;
  const given = Buffer.from(seal, 'base64url');
  const wanted = sealOf(content, key);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  const job: Job = JSON.parse(content);
  return isJsonObject(job.payload) ? job : undefined;
}

function sealOf(content: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(content).digest();
}
