import { App } from 'antd';
import type { MessageInstance } from 'antd/es/message/interface';
import { useEffect } from 'react';

let messages: MessageInstance | undefined;

/** Lets code outside of components speak through the page's toasts. */
export function ToastBridge() {
  const { message } = App.useApp();
  useEffect(() => {
    messages = message;
  }, [message]);
  return null;
}

/** Seconds that each kind stays (specification: info 4, success 4, warning 6, danger 8). */
const SECONDS = { info: 4, success: 4, warning: 6, error: 8 };

/** A short word to the person: it comes, it goes, it blocks nothing. */
export const toast = {
  info: (text: string) => void messages?.info(text, SECONDS.info),
  success: (text: string) => void messages?.success(text, SECONDS.success),
  warning: (text: string) => void messages?.warning(text, SECONDS.warning),
  error: (text: string) => void messages?.error(text, SECONDS.error),
};
