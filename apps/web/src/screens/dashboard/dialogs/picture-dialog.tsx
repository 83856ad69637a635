import { dashboardTitle } from '@chartroom/model';
import { saveBlob } from '../../../api/chart-data.ts';
import { toast } from '../../../base/toasts.tsx';
import { fileName } from '../../../shared/chart/file-name.ts';
import { pagePicture } from '../../../shared/picture/page-picture.ts';
import { pdfFile, pngOf } from '../../../shared/picture/picture-files.ts';
import { useDashboardStore } from '../store/dashboard-context.ts';
import type { DashboardStore } from '../store/dashboard-store.ts';
import { allDrawn } from './all-drawn.ts';
import { type Making, MakingDialog } from './making-dialog.tsx';
import { boardHead } from './picture-head.ts';

/** 'Export to PDF': all that the open tabs hold, as pages. */
export function PdfDialog({ onClose }: { onClose: () => void }) {
  const store = useDashboardStore();
  return <MakingDialog title="Export to PDF" make={(making) => makePdf(store, making)} onClose={onClose} />;
}

/** 'Download as Image': the same as one picture. */
export function ImageDialog({ onClose }: { onClose: () => void }) {
  const store = useDashboardStore();
  return (
    <MakingDialog title="Download as Image" make={(making) => makeImage(store, making)} onClose={onClose} />
  );
}

async function makePdf(store: DashboardStore, making: Making): Promise<void> {
  await withWholeBoard(store, making, async (board) => {
    const title = titleOf(store);
    const head = boardHead(store.getState(), board);
    const picture = await pagePicture(board, { head, signal: making.signal });
    const file = await pdfFile(picture, {
      title,
      whole: piecesOf(board, picture.height - board.scrollHeight),
      signal: making.signal,
      onPage: (page, pages) => making.tell(`Page ${page} of ${pages}`, (page - 1) / pages),
    });
    saveBlob(file, `${fileName(title, 'dashboard')}.pdf`);
    tellMissing(picture.missing);
  });
}

async function makeImage(store: DashboardStore, making: Making): Promise<void> {
  await withWholeBoard(store, making, async (board) => {
    making.tell('The picture is drawn', 0.5);
    const head = boardHead(store.getState(), board);
    const picture = await pagePicture(board, { head, signal: making.signal });
    const { blob, scale } = await pngOf(picture);
    saveBlob(blob, `${fileName(titleOf(store), 'dashboard')}.png`);
    if (scale < 1)
      toast.warning(
        `This dashboard is too large for one picture at full size: it was made ${Math.round(scale * 100)} % as large. As a PDF it keeps its size.`,
      );
    tellMissing(picture.missing);
  });
}

/** Works with the board when all of its open tabs is drawn, also what is far from the window. */
async function withWholeBoard(
  store: DashboardStore,
  { signal, tell }: Making,
  work: (board: HTMLElement) => Promise<void>,
): Promise<void> {
  const board = document.querySelector<HTMLElement>('[data-picture="dashboard"]');
  if (!board) throw new Error('There is nothing to be seen.');
  store.setState({ drawsAll: true });
  try {
    await allDrawn(store, board, {
      signal,
      onProgress: (ready, all) =>
        tell(`${ready} of ${all} charts are there`, all === 0 ? 0 : ready / all / 2),
    });
    await work(board);
  } finally {
    store.setState({ drawsAll: false });
  }
}

/** What stays whole on a page. */
function piecesOf(board: HTMLElement, headHeight: number) {
  const top = board.getBoundingClientRect().top - board.scrollTop - headHeight;
  return [...board.querySelectorAll('article, h2, [data-keep]')].map((piece) => {
    const box = piece.getBoundingClientRect();
    return { from: box.top - top, to: box.bottom - top };
  });
}

function titleOf(store: DashboardStore): string {
  return dashboardTitle(store.getState().dashboard.info);
}

function tellMissing(missing: number): void {
  if (missing > 0)
    toast.warning(
      `${missing === 1 ? 'One picture is' : `${missing} pictures are`} missing: browsers do not hand out pictures of other sites.`,
    );
}
