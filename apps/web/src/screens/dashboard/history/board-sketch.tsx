import type { BoardChange, Layout } from '@chartroom/model';
import { useMemo } from 'react';
import styles from './history.module.css';
import { type SketchBox, sketchOf } from './sketch.ts';

/** Pixels of a column, and of a unit of height. */
const ACROSS = 30;
const DOWN = 2;

/** A layout drawn small; what has changed in it is coloured by what has happened to it. */
export function BoardSketch({
  layout,
  changes,
  label,
}: {
  layout: Layout;
  changes: readonly BoardChange[];
  label: string;
}) {
  const { boxes, width, height } = useMemo(() => sketchOf(layout), [layout]);
  const kinds = new Map(changes.filter(({ what }) => what === 'component').map(({ id, kind }) => [id, kind]));
  return (
    <svg
      className={styles.sketch}
      viewBox={`-1 -1 ${width * ACROSS + 2} ${height * DOWN + 2}`}
      role="img"
      aria-label={`${label}: ${boxes.length} components`}
    >
      {boxes.map((box) => (
        <Box key={box.id} box={box} change={kinds.get(box.id)} />
      ))}
    </svg>
  );
}

function Box({ box, change }: { box: SketchBox; change: BoardChange['kind'] | undefined }) {
  const [x, y, width, height] = [box.x * ACROSS, box.y * DOWN, box.width * ACROSS - 3, box.height * DOWN];
  const letters = Math.max(1, Math.floor(width / 6));
  const text = box.text.length > letters ? `${box.text.slice(0, letters - 1)}…` : box.text;
  return (
    <g data-kind={change ?? 'same'} data-type={box.type}>
      <title>{change ? `${box.text}: ${change}` : box.text}</title>
      <rect x={x} y={y} width={width} height={height} rx={3} />
      {height >= 10 && (
        <text x={x + 5} y={y + Math.min(14, height - 2)}>
          {text}
        </text>
      )}
    </g>
  );
}
