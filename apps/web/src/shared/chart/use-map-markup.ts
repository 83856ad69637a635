import { type DrawTheme, loadMapRenderer, type MapDrawing } from '@chartroom/charts';
import { useEffect, useState } from 'react';

/** A map, or only its frame, as an SVG document; undefined until it is drawn for the first time. Throws what drawing it threw. */
export function useMapMarkup(
  drawing: MapDrawing,
  theme: DrawTheme,
  { width, height }: { width: number; height: number },
  part: 'whole' | 'frame' = 'whole',
): string | undefined {
  const [markup, setMarkup] = useState<string>();
  const [problem, setProblem] = useState<unknown>();
  useEffect(() => {
    let wanted = true;
    loadMapRenderer()
      .then(({ renderMap }) => renderMap(drawing, theme, { width, height }, part))
      .then(
        (drawn) => wanted && setMarkup(drawn),
        (error: unknown) => wanted && setProblem(error),
      );
    return () => {
      wanted = false;
    };
  }, [drawing, theme, width, height, part]);
  if (problem !== undefined) throw problem;
  return markup;
}
