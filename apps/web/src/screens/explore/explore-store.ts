import { type ChartType, chartQuestion, controlsOf, exploredForm, panelOf } from '@chartroom/charts';
import {
  type ChartDataResult,
  type ChartFormData,
  type DatasourceData,
  type ErrorBody,
  type ExploreAnswer,
  isJsonObject,
  type NewNames,
  type Slice,
  withNewNames,
} from '@chartroom/model';
import { create, type StoreApi } from 'zustand';
import { fetchChartData } from '../../api/chart-data.ts';
import { ownForm } from '../../api/charts.ts';
import { errorsOf } from '../../api/client.ts';
import { carryOver } from './carry-over.ts';
import { keepWantsQuick, NO_PACE, type Pace, paceAfter, wantsQuick } from './quick-questions.ts';
import { type Moment, NO_STEPS, type Steps, withStep } from './steps.ts';
import { clearedForm, formFor } from './swap-dataset.ts';

export type RunStatus = 'idle' | 'loading' | 'success' | 'failed' | 'stopped';

export interface Run {
  status: RunStatus;
  /** Form data that the results answer. */
  form: ChartFormData | null;
  results: ChartDataResult[];
  errors: ErrorBody[];
  /** Whether kept answers were not wanted. */
  isForced: boolean;
  /** Form data that are being asked. */
  asking: ChartFormData | null;
  /** Whether nobody has pressed for what is being asked. */
  isByItself: boolean;
  /** Milliseconds of `performance.now()`. */
  startedAt: number;
  endedAt: number;
}

/** What the dialog of saving begins with. */
export interface SaveRequest {
  /** Somebody else has saved the chart since it was opened. */
  isStale?: boolean;
  problem?: string;
}

interface AskOptions {
  /** Kept answers are not wanted. */
  force?: boolean;
  isByItself?: boolean;
}

export interface ExploreState {
  form: ChartFormData;
  type: ChartType | undefined;
  datasource: DatasourceData | null;
  slice: Slice | null;
  name: string;
  metadata: ExploreAnswer['metadata'];
  run: Run;
  /** The form as it was loaded or saved: what 'Altered' compares with. */
  savedForm: ChartFormData;
  ownState: Record<string, unknown>;
  /** How questions of the dataset were answered so far. */
  pace: Pace;
  /** Whether quick questions are asked at once. */
  wantsQuick: boolean;
  /** Editors that are open. */
  editors: number;
  /** Changes that can be taken back, and those that were. */
  steps: Steps;
  /** Why the dialog of saving is open; absent while it is not. */
  saving: SaveRequest | undefined;
  open: (answer: ExploreAnswer, type: ChartType | undefined) => void;
  setControl: (name: string, value: unknown) => void;
  setForm: (form: ChartFormData) => void;
  setType: (type: ChartType) => void;
  /** Puts another moment of the panel in place, with the steps that lead from it. */
  goTo: (moment: Moment, steps: Steps) => void;
  setSaving: (saving: SaveRequest | undefined) => void;
  /** The dataset has been changed, and is as it says here. */
  setDatasource: (datasource: DatasourceData) => void;
  /** The panel asks by new names of the dataset; `isSaved` when the saved chart does, too. */
  takeNames: (names: NewNames, isSaved: boolean) => void;
  /** Whether settings that name columns or metrics outlived a change of the dataset; absent without one. */
  swapped: 'kept' | 'none' | undefined;
  swapDatasource: (datasource: DatasourceData) => void;
  /** What became of the settings has been read; `clears` lets the panel begin anew. */
  settleSwap: (clears: boolean) => void;
  setWantsQuick: (wants: boolean) => void;
  /** An editor has opened; answers what is done when it closes. */
  editing: () => () => void;
  setName: (name: string) => void;
  setOwnState: (state: Record<string, unknown>) => void;
  saved: (slice: Slice) => void;
  /** What is said of the saved chart has changed, its form has not; `seen` when nobody else had saved it in between. */
  described: (answer: ExploreAnswer, seen: boolean) => void;
  ask: (options?: AskOptions) => Promise<void>;
  stop: () => void;
}

const IDLE: Run = {
  status: 'idle',
  form: null,
  results: [],
  errors: [],
  isForced: false,
  asking: null,
  isByItself: false,
  startedAt: 0,
  endedAt: 0,
};
const NO_FORM: ChartFormData = { datasource: '', viz_type: '' };
let running: AbortController | undefined;

/** The chart being explored: its form, its dataset, its last answer. */
export const useExplore = create<ExploreState>((set, get) => ({
  form: NO_FORM,
  type: undefined,
  datasource: null,
  slice: null,
  name: '',
  metadata: null,
  run: IDLE,
  savedForm: NO_FORM,
  ownState: {},
  pace: NO_PACE,
  wantsQuick: wantsQuick(),
  editors: 0,
  steps: NO_STEPS,
  saving: undefined,
  swapped: undefined,

  open: (answer, type) => {
    running?.abort();
    set(opened(answer, type));
  },
  setControl: (name, value) =>
    set((state) => ({ form: { ...state.form, [name]: value }, steps: stepFrom(state, name) })),
  setForm: (form) => set((state) => ({ form, steps: stepFrom(state, 'form') })),
  setType: (type) =>
    set((state) => {
      const form = carryOver(state.form, state.type, type, state.datasource);
      return { type, form, run: { ...IDLE }, ownState: {}, steps: stepFrom(state, 'viz_type') };
    }),
  goTo: ({ form, type }, steps) =>
    set((state) => ({
      form,
      type,
      steps,
      // Rows of another chart type are not what this one draws.
      ...(type !== state.type && { run: { ...IDLE }, ownState: {} }),
    })),
  setSaving: (saving) => set({ saving }),
  setDatasource: (datasource) => set({ datasource }),
  takeNames: (names, isSaved) => set((state) => formsUnderNewNames(state, names, isSaved)),
  swapDatasource: (datasource) =>
    set((state) => {
      if (!state.type) return { datasource };
      const { form, isKept } = formFor(state.form, state.type, datasource);
      const swapped = isKept ? 'kept' : 'none';
      return { datasource, form, swapped, run: { ...IDLE }, ownState: {}, pace: NO_PACE, steps: NO_STEPS };
    }),
  settleSwap: (clears) =>
    set((state) => ({
      swapped: undefined,
      ...(clears && state.type && { form: clearedForm(state.form, state.type), run: { ...IDLE } }),
    })),
  setWantsQuick: (wants) => {
    keepWantsQuick(wants);
    set({ wantsQuick: wants });
  },
  editing: () => {
    set(({ editors }) => ({ editors: editors + 1 }));
    return () => set(({ editors }) => ({ editors: editors - 1 }));
  },
  setName: (name) => set({ name }),
  setOwnState: (ownState) => {
    set({ ownState });
    void get().ask();
  },
  described: ({ slice, metadata }, seen) =>
    set((state) => {
      if (!slice || state.slice?.slice_id !== slice.slice_id) return state;
      // A title that was typed and not saved yet stays; so does the version of the form that is on the page.
      const name = state.name === state.slice.slice_name ? slice.slice_name : state.name;
      return { slice: seen ? slice : { ...slice, changed_on: state.slice.changed_on }, metadata, name };
    }),
  saved: (slice) => set((state) => ({ slice, name: slice.slice_name, savedForm: state.form })),
  ask: (options) => ask(set, get, options),
  stop: () => running?.abort(),
}));

/** A chart as it is opened. */
function opened(answer: ExploreAnswer, type: ChartType | undefined): Partial<ExploreState> {
  const { dataset, slice, metadata } = answer;
  const form = exploredForm(type, answer);
  return {
    form,
    type,
    datasource: dataset,
    slice,
    name: slice?.slice_name ?? '',
    metadata,
    run: IDLE,
    savedForm: form,
    ownState: {},
    pace: NO_PACE,
    steps: NO_STEPS,
    saving: undefined,
    swapped: undefined,
  };
}

type Set = StoreApi<ExploreState>['setState'];

/** Asks what the panel says, in place of what is being asked. */
async function ask(set: Set, get: () => ExploreState, options: AskOptions = {}): Promise<void> {
  const { type, form, ownState } = get();
  if (!type) return;
  running?.abort();
  const own = new AbortController();
  running = own;
  const startedAt = performance.now();
  const { force: isForced = false, isByItself = false } = options;
  set(({ run }) => ({
    run: { ...run, status: 'loading', asking: form, isByItself, errors: [], startedAt, endedAt: 0 },
  }));
  const end = (run: Partial<Run>) =>
    set((state) => ({ run: { ...state.run, ...run, asking: null, endedAt: performance.now() } }));
  try {
    const context = chartQuestion(type, form, { ownState, force: isForced });
    const results = await fetchChartData(context, own.signal);
    if (running !== own) return;
    end({ status: 'success', form, results, errors: [], isForced });
    set(({ pace }) => ({ pace: paceAfter(pace, context, results, startedAt) }));
  } catch (error) {
    if (running !== own) return;
    if (own.signal.aborted) end({ status: 'stopped' });
    else end({ status: 'failed', form, results: [], errors: errorsOf(error) });
  }
}

/** The steps after a change: what the panel says now can be gone back to. */
function stepFrom({ form, type, steps }: ExploreState, control: string): Steps {
  return withStep(steps, { form, type }, control, performance.now());
}

/** What was said by the former names cannot be gone back to. */
function formsUnderNewNames({ form, savedForm }: ExploreState, names: NewNames, isSaved: boolean) {
  const now = underNewNames(form, names);
  const before = form === savedForm ? now : underNewNames(savedForm, names);
  return { form: now, ...(isSaved && { savedForm: before }), steps: NO_STEPS };
}

function underNewNames(form: ChartFormData, names: NewNames): ChartFormData {
  const { document } = withNewNames(form, names);
  return { ...form, ...(isJsonObject(document) && document) };
}

/** Names of controls whose change needs a new answer, as far as they differ from what is being asked or was asked last. */
export function staleControls(state: Pick<ExploreState, 'type' | 'form' | 'run'>): string[] {
  const { type, form, run } = state;
  const asked = run.asking ?? run.form;
  if (!type || !asked) return [];
  return controlsOf(panelOf(type))
    .filter(
      (control) =>
        !control.renderTrigger && JSON.stringify(form[control.name]) !== JSON.stringify(asked[control.name]),
    )
    .map((control) => control.name);
}

/** Controls that differ from the saved chart: what the 'Altered' tag lists. */
export function alteredControls(
  state: Pick<ExploreState, 'form' | 'savedForm'>,
): { name: string; before: unknown; after: unknown }[] {
  const [before, after] = [ownForm(state.savedForm), ownForm(state.form)];
  const names = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...names]
    .map((name) => ({ name, before: before[name], after: after[name] }))
    .filter((each) => JSON.stringify(each.before) !== JSON.stringify(each.after));
}
