import type { ChartType, MatrixCell, OwnState, QuestionContext } from '@chartroom/charts';
import type { ChartDataResult } from '@chartroom/model';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { fetchChartData } from '../../api/chart-data.ts';
import { Lane } from '../../api/lane.ts';

const CELLS = 'cells of a matrix';
/** How long an answer is not asked for again, in milliseconds. */
const FRESH = 60_000;
/** Charts of a page that are asked at a time. */
const LANE = new Lane(4);

/** What has become of one of the small charts. */
export interface CellAnswer {
  results: ChartDataResult[] | undefined;
  error: Error | null;
  isAsking: boolean;
}

interface CellQuestions {
  type: ChartType;
  cells: readonly MatrixCell[];
  /** Answers to what the matrix asked first: others mean that all is asked anew. */
  first: readonly ChartDataResult[];
  isForced: boolean;
  /** Other values may be on their way. */
  isWaiting: boolean;
}

export interface CellAnswers {
  of: (cell: MatrixCell) => CellAnswer;
  /** Of the charts that are wanted. */
  done: number;
  wanted: number;
  isAsking: boolean;
  isStopped: boolean;
  /** A chart is near the window. */
  want: (cell: MatrixCell) => void;
  ownState: (cell: MatrixCell) => OwnState;
  setOwnState: (cell: MatrixCell, state: OwnState) => void;
  stop: () => void;
  goOn: () => void;
}

/** What asks one of the small charts; whoever asks the same has the same answer. */
export function cellQuestion(type: ChartType, { form }: MatrixCell, asking: QuestionContext) {
  const context = type.question(form, asking);
  return {
    // What only redraws is part of the form and not of the question.
    queryKey: [CELLS, context.datasource, context.queries],
    staleTime: FRESH,
    retry: false,
    queryFn: ({ signal }: { signal: AbortSignal }) => LANE.run(signal, () => fetchChartData(context, signal)),
  };
}

/** Asks the charts of a matrix that are near the window, a few at a time. */
export function useCellAnswers({ type, cells, first, isForced, isWaiting }: CellQuestions): CellAnswers {
  const [near, setNear] = useState<ReadonlySet<string>>(new Set());
  const [ownStates, setOwnStates] = useState<Readonly<Record<string, OwnState>>>({});
  const [isStopped, setStopped] = useState(false);
  const client = useQueryClient();
  const questions = cells.map((cell) => ({
    ...cellQuestion(type, cell, { ownState: ownStates[cell.key] ?? {}, force: isForced }),
    enabled: !isStopped && !isWaiting && near.has(cell.key),
  }));
  const answers = useQueries({ queries: questions });
  const latest = useRef(questions);
  latest.current = questions;
  const seen = useRef(first);
  useEffect(() => {
    if (seen.current === first) return;
    seen.current = first;
    setStopped(false);
    for (const { queryKey } of latest.current) void client.invalidateQueries({ queryKey, exact: true });
  }, [client, first]);
  const at = new Map(cells.map(({ key }, index) => [key, answers[index]]));
  const wanted = cells.filter(({ key }) => near.has(key)).flatMap(({ key }) => at.get(key) ?? []);
  return {
    of: ({ key }) => {
      const answer = at.get(key);
      return {
        results: answer?.data,
        error: answer?.error ?? null,
        isAsking: answer?.isFetching ?? false,
      };
    },
    done: wanted.filter(({ isFetching }) => !isFetching).length,
    wanted: wanted.length,
    isAsking: wanted.some(({ isFetching }) => isFetching),
    isStopped,
    want: ({ key }) => setNear((before) => (before.has(key) ? before : new Set([...before, key]))),
    ownState: ({ key }) => ownStates[key] ?? {},
    setOwnState: ({ key }, state) => setOwnStates((before) => ({ ...before, [key]: state })),
    stop: () => {
      setStopped(true);
      for (const { queryKey } of questions) void client.cancelQueries({ queryKey, exact: true });
    },
    goOn: () => setStopped(false),
  };
}
