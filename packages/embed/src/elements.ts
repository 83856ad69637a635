import { FramedElement } from './framed-element.ts';

/** `<chartroom-dashboard>`: a dashboard of Chartroom in a page of another site. */
export class ChartroomDashboard extends FramedElement {}

/** `<chartroom-chart>`: one chart of a dashboard, as large as the element. */
export class ChartroomChart extends FramedElement {
  static override readonly observedAttributes = [...FramedElement.observedAttributes, 'chart'];

  protected override get alone(): string {
    return this.getAttribute('chart') ?? '';
  }

  protected override get isComplete(): boolean {
    return super.isComplete && this.hasAttribute('chart');
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'chartroom-dashboard': ChartroomDashboard;
    'chartroom-chart': ChartroomChart;
  }
}
