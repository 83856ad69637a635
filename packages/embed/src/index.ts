import { ChartroomChart, ChartroomDashboard } from './elements.ts';

export { ChartroomChart, ChartroomDashboard } from './elements.ts';
export type * from './words.ts';

// A page may load it twice, from the server and bundled.
if (!customElements.get('chartroom-dashboard'))
  customElements.define('chartroom-dashboard', ChartroomDashboard);
if (!customElements.get('chartroom-chart')) customElements.define('chartroom-chart', ChartroomChart);
