import { toast } from '../../../base/toasts.tsx';
import { useLab } from '../lab-store.ts';
import { noticeOf } from './ended-notice.ts';

/** Whether the browser can be asked for permission to tell of ends of runs. */
export function canAskToNotify(): boolean {
  return 'Notification' in window && Notification.permission === 'default';
}

/** Asks the browser for permission to tell of ends of runs; says whether it was given. */
export async function askToNotify(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted';
}

/** Tells of long runs that end while somebody looks elsewhere: in the page, or by the browser when the page is hidden. */
export function tellOfEnds(): () => void {
  return useLab.subscribe((state, before) => {
    if (state.tabs === before.tabs) return;
    for (const tab of state.tabs) {
      const old = before.tabs.find(({ id }) => id === tab.id);
      if (!old || old.run === tab.run) continue;
      const text = noticeOf(old.run, tab, !document.hidden && state.active === tab.id);
      if (text !== undefined) tell(text, tab.id);
    }
  });
}

function tell(text: string, id: number): void {
  if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') {
    toast.info(text);
    return;
  }
  const notice = new Notification('SQL Lab', { body: text, tag: `sqllab ${id}` });
  notice.onclick = () => {
    window.focus();
    void useLab.getState().activate(id);
    notice.close();
  };
}
