import type { ChartFormData } from '@chartroom/model';

/** Pixels of the width below which a legend beside the picture would leave nothing of it. */
const NARROW = 320;

/** The form as a narrow picture can follow it: a legend at its side stands above, where it is leafed through. */
export function narrowForm<F extends ChartFormData>(form: F, width: number): F {
  const isBeside = form.legendOrientation === 'left' || form.legendOrientation === 'right';
  if (width >= NARROW || !isBeside) return form;
  return { ...form, legendOrientation: 'top', legendMargin: null };
}
