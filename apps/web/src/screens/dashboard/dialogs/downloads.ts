import { loadable } from '@chartroom/ui';
import type { MenuProps } from 'antd';
import { may } from '../../../base/bootstrap.ts';

/** What takes a while to be downloaded, with its progress in a dialog. */
export const DOWNLOAD_DIALOGS = {
  pdf: loadable(async () => (await import('./picture-dialog.tsx')).PdfDialog),
  image: loadable(async () => (await import('./picture-dialog.tsx')).ImageDialog),
  workbook: loadable(async () => (await import('./workbook-dialog.tsx')).WorkbookDialog),
} as const;

/** As what a dashboard can be downloaded (contract/ui.md B6). */
export function dashboardDownloads(
  open: (dialog: keyof typeof DOWNLOAD_DIALOGS) => void,
): NonNullable<MenuProps['items']> {
  return [
    { key: 'pdf', label: 'Export to PDF', onClick: () => open('pdf') },
    { key: 'image', label: 'Download as Image', onClick: () => open('image') },
    ...(may('can_csv', 'Superset')
      ? [{ key: 'workbook', label: 'Export to Excel workbook', onClick: () => open('workbook') }]
      : []),
  ];
}
