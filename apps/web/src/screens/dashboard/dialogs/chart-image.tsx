import type { DashboardChart } from '@chartroom/model';
import { saveBlob } from '../../../api/chart-data.ts';
import { fileName } from '../../../shared/chart/file-name.ts';
import { pagePicture } from '../../../shared/picture/page-picture.ts';
import { pngOf } from '../../../shared/picture/picture-files.ts';
import { type Making, MakingDialog } from './making-dialog.tsx';

/** 'Download as image': a chart as it is on the screen, with its title. */
export function ChartImageDialog({ chart, onClose }: { chart: DashboardChart; onClose: () => void }) {
  return (
    <MakingDialog title="Download as image" make={(making) => makeImage(chart, making)} onClose={onClose} />
  );
}

async function makeImage({ id, slice_name }: DashboardChart, { signal, tell }: Making): Promise<void> {
  const tile = document.querySelector<HTMLElement>(`.dashboard-chart-id-${id}`);
  if (!tile) throw new Error('This chart is not on the screen.');
  tell('The picture is drawn', 0.5);
  const { blob } = await pngOf(await pagePicture(tile, { signal }));
  saveBlob(blob, `${fileName(slice_name, 'chart')}.png`);
}
