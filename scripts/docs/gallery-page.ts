import { CHART_TYPES, type DescribedType, describedTypes } from '@chartroom/charts';
import { stillPicture } from '../../packages/charts/src/still/still-picture.ts';
import { drawExample, LIGHT_THEME } from '../../packages/charts/src/testing/draw-example.ts';

/** Pixels of every picture. */
const STILL = { width: 500, height: 300 };

/** The page of all chart types, and its pictures by their file names. */
export interface Gallery {
  page: string;
  pictures: Map<string, string>;
}

/** Draws the example of every chart type, as the server draws it, and writes the page that shows them. */
export async function gallery(): Promise<Gallery> {
  const pictures = new Map<string, string>();
  const types = await describedTypes(CHART_TYPES);
  for (const type of types) {
    const [{ chart }, told] = await Promise.all([type.load(), type.example?.()]);
    if (!told) continue;
    const { example } = told;
    pictures.set(
      `${type.key}.svg`,
      await stillPicture(drawExample(chart, example, STILL), LIGHT_THEME, STILL),
    );
  }
  return { page: pageOf(types), pictures };
}

function pageOf(types: readonly DescribedType[]): string {
  const groups = Map.groupBy(types, ({ category }) => category ?? 'Other');
  const parts = [...groups.keys()]
    .sort()
    .map((name) => `## ${name}\n\n${(groups.get(name) ?? []).map(entryOf).join('\n\n')}`);
  return `# Every kind of chart

Made by \`node scripts/gallery-doc.ts\` from the example of each chart type, drawn without a browser.

${parts.join('\n\n')}
`;
}

function entryOf({ key, name, description }: DescribedType): string {
  return `### ${name}\n\n\`${key}\`: ${description}\n\n![${name}](images/gallery/${key}.svg)`;
}
