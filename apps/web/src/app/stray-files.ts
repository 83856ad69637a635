import { useEffect } from 'react';
import { may } from '../base/bootstrap.ts';
import { toast } from '../base/toasts.tsx';

/** A file that is dropped where nothing takes it is not opened by the browser, which would leave the page and what was done on it. */
export function useStrayFiles(): void {
  useEffect(() => {
    const isFile = (event: DragEvent): boolean =>
      !event.defaultPrevented && event.dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent): void => {
      if (!isFile(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    };
    const drop = (event: DragEvent): void => {
      if (!isFile(event)) return;
      event.preventDefault();
      if (may('can_upload', 'Database')) toast.info('Files are taken where the home page says so.');
    };
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
    };
  }, []);
}
