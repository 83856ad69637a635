import { message } from 'antd';
import type { MessageInstance } from 'antd/es/message/interface';
import { useEffect } from 'react';

/** Toasts at once. */
const MOST = 4;

/** Where toasts come up. */
export function ToastLayer({ speak }: { speak: (messages: MessageInstance | undefined) => void }) {
  const [messages, holder] = message.useMessage({ maxCount: MOST });
  useEffect(() => {
    speak(messages);
    return () => speak(undefined);
  }, [messages, speak]);
  return holder;
}
