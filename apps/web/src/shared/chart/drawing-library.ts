import { useQuery } from '@tanstack/react-query';

/** ECharts with the parts that our charts draw with, fetched once when the first picture needs it. */
export function useDrawingLibrary() {
  const library = useQuery({
    queryKey: ['drawing-library'],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const [core, parts, renderers] = await Promise.all([
        import('echarts/core'),
        import('@chartroom/charts').then((charts) => charts.loadEChartsParts()),
        import('echarts/renderers'),
      ]);
      core.use([...parts, renderers.CanvasRenderer]);
      return { init: core.init };
    },
  });
  return library.data?.init;
}
