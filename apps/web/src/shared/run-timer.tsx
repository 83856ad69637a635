import { Tag } from 'antd';
import { useEffect, useState } from 'react';

/** How long a run has lasted, counting while it runs; nothing before the first one. Moments are those of `performance.now()`. */
export function RunTimer({
  run,
  running,
  color,
}: {
  run: { startedAt: number; endedAt: number };
  running: boolean;
  color: string;
}) {
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, [running]);
  if (run.startedAt === 0) return null;
  const seconds = Math.max(0, ((running ? now : run.endedAt) || run.startedAt) - run.startedAt) / 1000;
  return <Tag color={color}>{seconds.toFixed(2)} s</Tag>;
}
