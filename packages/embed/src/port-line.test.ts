import { afterEach, expect, test } from 'vitest';
import { openPort } from './port-line.ts';

const nothing = {
  observeReady: () => undefined,
  observeDataMask: () => undefined,
  observeActiveTabs: () => undefined,
  observeSize: () => undefined,
  observeError: () => undefined,
  resolvePermalinkUrl: () => null,
};
const open: MessagePort[] = [];
afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

/** A line, and the port of a page in a frame that answers by these; errors are thrown. */
function lineTo(methods: Record<string, (args: unknown) => unknown>, handlers = nothing) {
  const { port1, port2 } = new MessageChannel();
  open.push(port1, port2);
  const said: unknown[] = [];
  port2.onmessage = ({ data }) => {
    const { switchboardAction, method, messageId, args } = data;
    if (switchboardAction !== 'get') return said.push(data);
    try {
      const result = methods[method]?.(args);
      port2.postMessage({ switchboardAction: 'reply', messageId, result });
    } catch (error) {
      port2.postMessage({ switchboardAction: 'error', messageId, error: String(error) });
    }
    return undefined;
  };
  return { line: openPort(port1, handlers), page: port2, said };
}

test('calls are answered each by its own reply', async () => {
  const { line } = lineTo({ getActiveTabs: () => ['TAB-1'], getDashboardPermalink: (args) => args });
  const [tabs, link] = await Promise.all([
    line.call('getActiveTabs'),
    line.call('getDashboardPermalink', { anchor: 'x' }),
  ]);
  expect(tabs).toEqual(['TAB-1']);
  expect(link).toEqual({ anchor: 'x' });
});

test('what the page says is wrong rejects, and so does silence', async () => {
  const { line } = lineTo({
    setFilters: () => {
      throw new Error('there is no filter "x"');
    },
  });
  await expect(line.call('setFilters', {})).rejects.toThrow('there is no filter "x"');
  const { port1, port2 } = new MessageChannel();
  open.push(port1, port2);
  await expect(openPort(port1, nothing).call('guestToken', {}, 10)).rejects.toThrow('does not answer');
});

test('calls of the page are handled and answered; what nobody knows is an error', async () => {
  const { page, said } = lineTo({}, { ...nothing, resolvePermalinkUrl: () => null });
  page.postMessage({ switchboardAction: 'emit', method: 'observeSomethingNew', args: {} });
  page.postMessage({ switchboardAction: 'get', method: 'toString', messageId: '1', args: {} });
  page.postMessage({
    switchboardAction: 'get',
    method: 'resolvePermalinkUrl',
    messageId: '2',
    args: { key: 'k' },
  });
  await expect
    .poll(() => said)
    .toEqual([
      { switchboardAction: 'error', messageId: '1', error: '"toString" is not defined' },
      { switchboardAction: 'reply', messageId: '2', result: null },
    ]);
});
