import { useEffect, useRef, useState } from 'react';
import DeckPicture from './deck-picture.tsx';
import type { KeptLook } from './map-moves.ts';
import MapPicture, { type MapPictureProps } from './map-picture.tsx';

/** Pixels beyond the window in which a map is got ready. */
const NEAR = '300px';

/**
 * A map to go around in while it is in the window or near it, a still picture elsewhere: browsers bear few such maps at a time.
 * Who comes back to it finds it as it was.
 */
export default function NearMap(props: MapPictureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const looked = useRef<KeptLook>(undefined);
  const [isNear, setNear] = useState<boolean>();
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: NEAR },
    );
    if (frame.current) watcher.observe(frame.current);
    return () => watcher.disconnect();
  }, []);
  return (
    <div ref={frame} style={{ width: props.width, height: props.height }}>
      {isNear === true && <DeckPicture {...props} looked={looked} />}
      {isNear === false && <MapPicture {...props} />}
    </div>
  );
}
