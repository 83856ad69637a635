import { useId } from 'react';
import type { SparkLine as Line } from '../chart-type.ts';
import styles from './spark-line.module.css';

/** Width of the picture in its own measure; the cell stretches it. */
const WIDTH = 100;
const EDGE = 2;

/** A course as a small line in a cell; pointing at it tells its points. */
export function SparkLine({ line, label }: { line: Line; label: string }) {
  const id = useId();
  const { points, height, color, labels } = line;
  const step = WIDTH / Math.max(1, points.length - 1);
  return (
    <span className={styles.cell} style={{ height }}>
      <svg
        className={styles.line}
        viewBox={`0 0 ${WIDTH} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={id}
      >
        <title id={id}>{label}</title>
        <path
          d={pathOf(line, step)}
          fill="none"
          stroke={color}
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
        />
        {points.map((point, index) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a point is told apart by its place alone
            key={index}
            x={(index - 0.5) * step}
            width={step}
            height={height}
            fill="transparent"
          >
            <title>{point.text}</title>
          </rect>
        ))}
      </svg>
      {labels && (
        <span className={styles.edges} aria-hidden="true">
          <span>{labels[1]}</span>
          <span>{labels[0]}</span>
        </span>
      )}
    </span>
  );
}

/** Straight lines from point to point, with a gap where one is missing; a point alone is a short stroke. */
function pathOf({ points, low, high, height }: Line, step: number): string {
  const place = (y: number) => {
    const share = high === low ? 0.5 : Math.min(1, Math.max(0, (y - low) / (high - low)));
    return round(height - EDGE - share * (height - 2 * EDGE));
  };
  return points
    .map(({ y }, index) => {
      if (y === null) return '';
      const [x, at] = [round(index * step), place(y)];
      const before = points[index - 1]?.y ?? null;
      const isAlone = before === null && (points[index + 1]?.y ?? null) === null;
      return `${before === null ? 'M' : 'L'}${x} ${at}${isAlone ? `h${points.length === 1 ? WIDTH : 1}` : ''}`;
    })
    .join('');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
