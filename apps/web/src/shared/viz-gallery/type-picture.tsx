import type { CatalogEntry } from '@chartroom/charts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

/** The picture of a chart type, as a document of its own, so that its markup touches nothing of the page. */
export function TypePicture({ markup }: { markup: string }) {
  const source = useMemo(() => {
    const picture = markup
      .replaceAll('currentColor', '#3f8ac9')
      .replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ');
    return `data:image/svg+xml;utf8,${encodeURIComponent(picture)}`;
  }, [markup]);
  return <img src={source} alt="" width={96} height={64} />;
}

/** The picture of a type of which only the name is known; an empty place until it is here. */
export function PictureOfType({ type }: { type: CatalogEntry }) {
  const { data: markup } = useQuery({
    queryKey: ['chart type picture', type.key],
    queryFn: async () => (await type.about()).about.thumbnail,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return markup === undefined ? null : <TypePicture markup={markup} />;
}
