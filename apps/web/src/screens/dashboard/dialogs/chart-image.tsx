import { saveBlob } from '../../../api/chart-data.ts';
import { fileName } from '../../../shared/chart/file-name.ts';
import { pagePicture } from '../../../shared/picture/page-picture.ts';
import { pngOf } from '../../../shared/picture/picture-files.ts';
import { type Making, MakingDialog } from './making-dialog.tsx';

export interface ChartImageDialogProps {
  name: string;
  /** The component that the chart stands in. */
  placement: string;
  onClose: () => void;
}

/** 'Download as image': a chart as it is on the screen, with its title. */
export function ChartImageDialog({ name, placement, onClose }: ChartImageDialogProps) {
  return (
    <MakingDialog
      title="Download as image"
      make={(making) => makeImage(name, placement, making)}
      onClose={onClose}
    />
  );
}

async function makeImage(name: string, placement: string, { signal, tell }: Making): Promise<void> {
  const place = CSS.escape(placement);
  const tile = document.querySelector<HTMLElement>(`#${place} article, [data-component="${place}"] article`);
  if (!tile) throw new Error('This chart is not on the screen.');
  tell('The picture is drawn', 0.5);
  const { blob } = await pngOf(await pagePicture(tile, { signal }));
  saveBlob(blob, `${fileName(name, 'chart')}.png`);
}
