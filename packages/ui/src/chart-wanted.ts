/** Tells a chart's element that the chart is wanted now, before it is its turn to be drawn. */
export class ChartWanted extends Event {
  static readonly NAME = 'chartwanted';
  constructor() {
    super(ChartWanted.NAME);
  }
}
