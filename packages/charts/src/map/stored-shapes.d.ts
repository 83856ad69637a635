/** Shapes as the files in `shapes/` hold them; TypeScript reads none of them. */
declare module '*.topo.json' {
  const topology: import('topojson-specification').Topology<{
    regions: import('topojson-specification').GeometryCollection<{
      name: string;
      /** Another code or name. */
      also?: string;
    }>;
  }>;
  export default topology;
}

/** Countries: ISO 3166-1 alpha-3 and alpha-2, the code of the Olympic Committee, the middle, the name, other names. */
declare module '*.table.json' {
  const rows: readonly (readonly [
    cca3: string,
    cca2: string,
    cioc: string,
    longitude: number,
    latitude: number,
    name: string,
    others: readonly string[],
  ])[];
  export default rows;
}
