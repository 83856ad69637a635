import 'antd/dist/antd.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { bootstrap } from './base/bootstrap.ts';
import { watchFirstPicture } from './base/first-picture.ts';
import { listenForPort } from './base/frame-line.ts';
import './app/global.css';
import { handInPicture } from './app/hand-in-picture.ts';
import { Providers } from './app/providers.tsx';
import { router } from './app/router.tsx';
import { markOwnStyles } from './base/style-nonce.ts';

declare global {
  /** What the library of schemas reads before it makes any; it makes it itself where it is not there. */
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

// The policy of pages lets nobody make code of texts: to try is a violation, whose report reads a whole file once more.
globalThis.__zod_globalConfig = { jitless: true };
markOwnStyles();
watchFirstPicture(isAsking);
if (bootstrap.embedded) listenForPort(bootstrap.embedded.allowed_domains);
const root = document.getElementById('root');
if (!root) throw new Error('The page has no element #root.');
const page = createRoot(root);
if (bootstrap.user) void handInPicture(isAsking);
// Not in the task in which the files of the page have begun, which is long enough.
if (bootstrap.plugins.length === 0) setTimeout(show);
else void import('./shared/plugin/plugin-types.ts').then(addPlugins).finally(show);

/** Before any screen asks which chart types there are; without plugins nothing of it is fetched. */
function addPlugins(types: typeof import('./shared/plugin/plugin-types.ts')): void {
  types.addPlugins(bootstrap.plugins);
}

function isAsking(): boolean {
  return queryClient.isFetching() > 0;
}

function show(): void {
  page.render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
}
