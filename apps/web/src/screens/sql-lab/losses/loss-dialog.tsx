import { loadable } from '@chartroom/ui';
import { useEffect } from 'react';
import { useLossQuestion } from './loss-question.ts';

const LossModal = loadable(async () => (await import('./loss-modal.tsx')).LossModal);

/** The question before a script that takes away what datasets stand on. */
export function LossDialog() {
  const question = useLossQuestion((state) => state.question);
  // Who leaves SQL Lab has not agreed.
  useEffect(() => () => useLossQuestion.getState().question?.answer(undefined), []);
  if (!question) return null;
  return <LossModal affected={question.affected} onAnswer={question.answer} />;
}
