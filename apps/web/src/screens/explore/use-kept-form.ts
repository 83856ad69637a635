import { useNavigate, useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { errorText } from '../../api/client.ts';
import { keepFormData } from '../../api/explore.ts';
import { toast } from '../../base/toasts.tsx';
import { useExplore } from './explore-store.ts';
import { type Moment, withStep } from './steps.ts';
import { show } from './take-steps.ts';

/** Milliseconds of rest after which the address follows the panel (contract/ui.md D1). */
const REST_MS = 1_000;

/** What the panel said at an entry of the browser's history, and of which saved chart. */
interface Entry extends Moment {
  chart: number | undefined;
}

/**
 * Keeps the form on the server, so that the address says it all, a second after it was changed; each is an entry of
 * the browser's history, and Back and Forward bring its controls and its picture back. Answers the key under which it keeps
 * the form.
 */
export function useKeptForm(): RefObject<string | undefined> {
  const form = useExplore((state) => state.form);
  const datasource = useExplore((state) => state.datasource);
  const slice = useExplore((state) => state.slice);
  const savedForm = useExplore((state) => state.savedForm);
  const navigate = useNavigate();
  const { history } = useRouter();
  const key = useRef<string>(undefined);
  const entries = useRef(new Map<string | undefined, Entry>());
  useEffect(() => {
    if (!datasource) return;
    const here = () => history.location.state.__TSR_key;
    if (form === savedForm) entries.current.set(here(), entryNow());
    if (form === savedForm || entries.current.get(here())?.form === form) return;
    const timer = setTimeout(async () => {
      try {
        key.current = await keepFormData(form, slice?.slice_id, key.current);
        const search: Record<string, string> = { form_data_key: key.current };
        if (slice) search.slice_id = String(slice.slice_id);
        else search.datasource = form.datasource;
        // The dashboard that the chart is made for.
        const dashboard = new URLSearchParams(window.location.search).get('dashboard_id');
        if (dashboard !== null) search.dashboard_id = dashboard;
        if (!window.location.pathname.startsWith('/explore')) return;
        await navigate({ to: '/explore/', search });
        entries.current.set(here(), entryNow());
      } catch (error) {
        toast.warning(`The address could not be kept up to date: ${errorText(error)}`);
      }
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [form, savedForm, datasource, slice, navigate, history]);
  useEffect(
    () =>
      history.subscribe(({ action, location }) => {
        const at = location.state.__TSR_key;
        if (action.type === 'REPLACE') entries.current.set(at, entryNow());
        if (action.type === 'REPLACE' || action.type === 'PUSH') return;
        const entry = entries.current.get(at);
        const { form, type, steps, slice } = useExplore.getState();
        if (!entry || entry.form === form || entry.chart !== slice?.slice_id) return;
        show(entry, withStep(steps, { form, type }, 'history', performance.now()));
        if (key.current === undefined) return;
        keepFormData(entry.form, entry.chart, key.current).catch((error: unknown) =>
          toast.warning(`The address could not be kept up to date: ${errorText(error)}`),
        );
      }),
    [history],
  );
  return key;
}

function entryNow(): Entry {
  const { form, type, slice } = useExplore.getState();
  return { form, type, chart: slice?.slice_id };
}
