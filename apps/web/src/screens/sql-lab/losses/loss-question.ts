import type { AffectedBySql } from '@chartroom/model';
import { create } from 'zustand';
import { ApiError, errorText } from '../../../api/client.ts';
import { deleteMany } from '../../../api/list.ts';
import { queryClient } from '../../../api/query-client.ts';
import { fetchAffected } from '../../../api/sql-lab.ts';
import { toast } from '../../../base/toasts.tsx';
import { parametersIn } from '../toolbar/parameter-rows.ts';

/** That a script is run, and which datasets go when it has ended well. */
export interface Consent {
  deletes: readonly number[];
}

/** Of a script that takes nothing from anybody. */
export const NOTHING_LOST: Consent = { deletes: [] };

/** A script about which a person is asked. */
interface LossQuestion {
  affected: AffectedBySql;
  answer: (consent: Consent | undefined) => void;
}

/** The question that is open. */
export const useLossQuestion = create<{ question: LossQuestion | undefined }>(() => ({
  question: undefined,
}));

interface WantedRun {
  databaseId: number;
  catalog: string | null;
  schema: string | null;
  sql: string;
  templateParams: string | null;
}

/**
 * Asks the person when datasets stand on what a script takes away. Answers undefined when the script is not to be run: after
 * 'Cancel', when another question takes the place of this one, and when nobody could tell what would go.
 */
export async function askBeforeLoss(run: WantedRun): Promise<Consent | undefined> {
  let affected: AffectedBySql;
  try {
    const { databaseId: database_id, catalog, schema, sql } = run;
    const template_params = parametersIn(run.templateParams ?? '') ?? {};
    affected = await fetchAffected({ database_id, catalog, schema, sql, template_params });
  } catch (error) {
    // What may not be run, or is no SQL, is told by running it, with its place in the text.
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) return NOTHING_LOST;
    toast.error(`Nothing was run, since it is not known what would go with it. ${errorText(error)}`);
    return undefined;
  }
  if (affected.datasets.length + affected.others.datasets === 0) return NOTHING_LOST;
  useLossQuestion.getState().question?.answer(undefined);
  return new Promise((resolve) => {
    const question: LossQuestion = {
      affected,
      answer: (consent) => {
        if (useLossQuestion.getState().question === question)
          useLossQuestion.setState({ question: undefined });
        resolve(consent);
      },
    };
    useLossQuestion.setState({ question });
  });
}

/** Deletes the datasets that a person wanted gone with their tables. */
export async function deleteLost(ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  try {
    const { message } = await deleteMany('dataset', [...ids]);
    toast.success(message);
  } catch (error) {
    toast.error(`There was an issue deleting: ${errorText(error)}`);
  }
  await queryClient.invalidateQueries({ queryKey: ['dataset'] });
}
