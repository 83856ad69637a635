import { MarkAreaComponent, MarkLineComponent } from 'echarts/components';

/** Lines and areas of annotations. */
export const MARK_PARTS = [MarkAreaComponent, MarkLineComponent];
