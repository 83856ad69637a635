import { loadable, whenSomebodyIsHere } from '@chartroom/ui';
import type { MessageInstance } from 'antd/es/message/interface';
import { useSyncExternalStore } from 'react';

const ToastLayer = loadable(async () => (await import('./toast-layer.tsx')).ToastLayer);
whenSomebodyIsHere(ToastLayer.preload);

let messages: MessageInstance | undefined;
/** Words that were said before there was something to show them. */
let unsaid: ((messages: MessageInstance) => void)[] = [];
let isWanted = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function speak(of: MessageInstance | undefined): void {
  messages = of;
  if (!of) return;
  const words = unsaid;
  unsaid = [];
  for (const say of words) say(of);
}

function tell(say: (messages: MessageInstance) => void): void {
  if (messages) {
    say(messages);
    return;
  }
  unsaid.push(say);
  isWanted = true;
  for (const listener of listeners) listener();
}

/** Lets code outside of components speak through the page's toasts: what shows them is fetched with the first. */
export function ToastBridge() {
  const isAsked = useSyncExternalStore(subscribe, () => isWanted);
  if (!isAsked) return null;
  return <ToastLayer speak={speak} />;
}

/** Seconds that each kind stays (specification: info 4, success 4, warning 6, danger 8). */
const SECONDS = { info: 4, success: 4, warning: 6, error: 8 };

/** A short word to the person: it comes, it goes, it blocks nothing. */
export const toast = {
  info: (text: string) => tell((messages) => void messages.info(text, SECONDS.info)),
  success: (text: string) => tell((messages) => void messages.success(text, SECONDS.success)),
  warning: (text: string) => tell((messages) => void messages.warning(text, SECONDS.warning)),
  error: (text: string) => tell((messages) => void messages.error(text, SECONDS.error)),
};
