/** How a map is looked at: how much larger than whole, and how many pixels it is moved by then. */
export interface MapLook {
  scale: number;
  x: number;
  y: number;
}

/** A box in the pixels of the whole map. */
export interface MapBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const WHOLE_MAP: MapLook = { scale: 1, x: 0, y: 0 };
const CLOSEST = 40;
/** How much of the picture a thing takes that is looked at closely. */
const SHARE = 0.6;

/** Closer to a place of the picture, or farther from it, which stays where it is. */
export function scaledLook(look: MapLook, factor: number, x: number, y: number): MapLook {
  const scale = Math.max(1, Math.min(CLOSEST, look.scale * factor));
  const ratio = scale / look.scale;
  return scale === 1 ? WHOLE_MAP : { scale, x: x - (x - look.x) * ratio, y: y - (y - look.y) * ratio };
}

/** With one thing in the middle of the picture. */
export function lookAt(box: MapBox, width: number, height: number): MapLook {
  const fits = Math.min(width / Math.max(1, box.width), height / Math.max(1, box.height));
  const scale = Math.max(1, Math.min(CLOSEST, fits * SHARE));
  return {
    scale,
    x: width / 2 - (box.x + box.width / 2) * scale,
    y: height / 2 - (box.y + box.height / 2) * scale,
  };
}

/** As an attribute of what is moved. */
export function lookTransform({ scale, x, y }: MapLook): string {
  return `translate(${x} ${y}) scale(${scale})`;
}
