import { loadMapRenderer, type MapLayer } from '@chartroom/charts';
import type { Viewport } from '@deck.gl/core';
import { useEffect, useState } from 'react';
import styles from './deck-picture.module.css';
import { DrawnMarkup } from './drawn-markup.tsx';

interface MapChartsProps {
  layer: Extract<MapLayer, { kind: 'charts' }>;
  /** How the map is looked at. */
  viewport: Viewport;
  /** Is told when all of them are drawn. */
  onDrawn: () => void;
}

/** The small charts of a map at their places, above it. */
export function MapCharts({ layer, viewport, onDrawn }: MapChartsProps) {
  const { width, height } = layer.sizeAt(viewport.zoom);
  const pictures = usePictures(layer, width, height, onDrawn);
  return layer.marks.map(({ name, at, opacity = 1 }, index) => {
    const [x = 0, y = 0] = viewport.project([...at]);
    const markup = pictures[index];
    const isSeen = x > -width && y > -height && x < viewport.width + width && y < viewport.height + height;
    if (markup === undefined || !isSeen) return null;
    return (
      <DrawnMarkup
        key={name}
        className={styles.chart}
        markup={markup}
        style={{ left: x - width / 2, top: y - height / 2, width, height, opacity }}
      />
    );
  });
}

/** Their markup by their place among them, as far as it is drawn. Throws what drawing them threw. */
function usePictures(
  layer: MapChartsProps['layer'],
  width: number,
  height: number,
  onDrawn: () => void,
): readonly (string | undefined)[] {
  const [pictures, setPictures] = useState<readonly (string | undefined)[]>([]);
  const [problem, setProblem] = useState<unknown>();
  useEffect(() => {
    let wanted = true;
    const drawAll = async () => {
      const { chartPicture } = await loadMapRenderer();
      const drawn: (string | undefined)[] = [];
      for (const mark of layer.marks) {
        if (!wanted) return;
        drawn.push(await chartPicture(layer, mark, { width, height }));
      }
      if (!wanted) return;
      setPictures(drawn);
      onDrawn();
    };
    drawAll().catch((error: unknown) => wanted && setProblem(error));
    return () => {
      wanted = false;
    };
  }, [layer, width, height, onDrawn]);
  if (problem !== undefined) throw problem;
  return pictures;
}
