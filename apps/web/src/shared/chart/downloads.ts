import type { ChartType } from '@chartroom/charts';
import type { ChartFormData } from '@chartroom/model';
import type { MenuProps } from 'antd';
import { fetchFile, fileWords, saveBlob } from '../../api/chart-data.ts';
import { errorText } from '../../api/client.ts';
import { bootstrap } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import { type Download, downloadsOf } from './download-forms.ts';
import { fileName } from './file-name.ts';

/** The entries of a menu that download a chart's rows. */
export function downloadItems(
  chart: { type: ChartType | null | undefined; form: ChartFormData; name: string },
  where: 'dashboard' | 'explore',
  disabled = false,
): NonNullable<MenuProps['items']> {
  const { type, form, name } = chart;
  const most = bootstrap.conf.ALLOW_FULL_CSV_EXPORT === true ? Number(bootstrap.conf.SQL_MAX_ROW) : undefined;
  return downloadsOf(type?.key ?? '', where, most !== undefined).map((download) => ({
    key: download.key,
    label: download.label,
    disabled: disabled || !type,
    onClick: () => void save(download),
  }));

  async function save(download: Download): Promise<void> {
    if (!type) return;
    try {
      // A page of a table that pages on the server becomes the whole of it when a file is asked for.
      const whole = download.isFull && most ? { row_limit: most } : {};
      const { blob, ending } = await fetchFile(
        type.question({ ...form, ...fileWords(download), ...whole }, {}),
        download,
      );
      saveBlob(blob, `${fileName(name, 'chart')}.${ending}`);
    } catch (error) {
      toast.error(errorText(error));
    }
  }
}
