import type { BaseMap } from '@chartroom/model';
import type { Viewport } from '@deck.gl/core';
import { BitmapLayer } from '@deck.gl/layers';
import { useEffect, useMemo, useRef, useState } from 'react';
import { bootstrap } from '../../base/bootstrap.ts';
import { addressOf, boundsOf, shownTiles, tilesFor } from './tiles.ts';

/** How a ground of tiles may be written besides its address. */
const TILE = 'tile://';
/** Pictures that are held: those that were looked at longest ago go. */
const HELD = 256;

/** A ground of tiles as far as it is there. */
export interface Tiles {
  map: BaseMap | undefined;
  layers: BitmapLayer[];
  /** Whether nothing more is on its way. */
  isReady: boolean;
  /** Whether some of them did not come. */
  isBroken: boolean;
}

/**
 * The tiles below a map. Only those are asked for that the installation offers: what a chart names besides is the style of another
 * installation.
 *
 * @param ground - what the chart says
 */
export function useTiles(ground: unknown, viewport: Viewport | undefined): Tiles {
  const map = useMemo(() => offered(ground), [ground]);
  const { pictures, broken, ask } = usePictures();
  const bounds = viewport?.getBounds();
  const seen = JSON.stringify(map && bounds && viewport ? [...bounds, viewport.zoom] : null);
  const wanted = useMemo(() => {
    const [west = 0, south = 0, east = 0, north = 0, zoom = 0] = JSON.parse(seen) ?? [];
    return seen === 'null' ? [] : tilesFor({ west, south, east, north, zoom });
  }, [seen]);
  useEffect(() => {
    if (map) ask(wanted.map((tile) => addressOf(map.address, tile)));
  }, [map, wanted, ask]);
  const layers = useMemo(() => {
    if (!map) return [];
    const pictureOf = (tile: (typeof wanted)[number]) => pictures.get(addressOf(map.address, tile));
    return shownTiles(wanted, (tile) => pictureOf(tile) !== undefined).map(
      (tile) =>
        new BitmapLayer({
          id: `tile-${tile.z}-${tile.x}-${tile.y}`,
          image: pictureOf(tile) ?? null,
          bounds: boundsOf(tile),
          pickable: false,
        }),
    );
  }, [map, wanted, pictures]);
  const isThere = (address: string) => pictures.has(address) || broken.has(address);
  return {
    map,
    layers,
    isReady: !map || (wanted.length > 0 && wanted.every((tile) => isThere(addressOf(map.address, tile)))),
    isBroken: map !== undefined && wanted.some((tile) => broken.has(addressOf(map.address, tile))),
  };
}

function offered(ground: unknown): BaseMap | undefined {
  if (typeof ground !== 'string') return undefined;
  const address = ground.startsWith(TILE) ? ground.slice(TILE.length) : ground;
  return bootstrap.base_maps.find((each) => each.address === address);
}

/** Pictures of other sites by their addresses. */
function usePictures() {
  const [pictures, setPictures] = useState<ReadonlyMap<string, HTMLImageElement>>(new Map());
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const asked = useRef(new Set<string>());
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const ask = useRef((addresses: readonly string[]) => {
    for (const address of addresses) {
      if (asked.current.has(address)) continue;
      asked.current.add(address);
      const picture = new Image();
      // What is drawn into the map is read again when somebody takes a picture of it.
      picture.crossOrigin = 'anonymous';
      picture.onload = () => {
        if (isGone.current) return;
        setPictures((before) => {
          const all = [...before, [address, picture] as const];
          for (const [old] of all.slice(0, -HELD)) asked.current.delete(old);
          return new Map(all.slice(-HELD));
        });
      };
      picture.onerror = () => {
        if (!isGone.current) setBroken((before) => new Set([...before, address]));
      };
      picture.src = address;
    }
  });
  return { pictures, broken, ask: ask.current };
}
