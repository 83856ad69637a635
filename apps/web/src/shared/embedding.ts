/** The sites that a text names, separated by commas or spaces. */
export function domainsIn(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

/** What the page of another site is written with to show a dashboard in an element of its own. */
export function elementSnippet(uuid: string, origin: string): string {
  return `<script type="module" src="${origin}/static/embed/chartroom.js"></script>
<chartroom-dashboard id="dashboard" dashboard="${uuid}" fit></chartroom-dashboard>
<script type="module">
  // Asked by your server of POST /api/v1/security/guest_token/
  document.getElementById('dashboard').fetchToken = () => fetchGuestTokenFromYourServer();
</script>`;
}

/** The same with the public embedding library. */
export function embedSnippet(uuid: string, origin: string): string {
  return `import { embedDashboard } from '@superset-ui/embedded-sdk';

embedDashboard({
  id: '${uuid}',
  supersetDomain: '${origin}',
  mountPoint: document.getElementById('dashboard'),
  // Asked by your server of POST /api/v1/security/guest_token/
  fetchGuestToken: () => fetchGuestTokenFromYourServer(),
});`;
}

/** What a page of another site is written with to show the result of a query. */
export function queryFrame(url: string, name: string): string {
  const title = name.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<iframe src="${url}" title="${title}" width="800" height="400" referrerpolicy="origin"></iframe>`;
}
