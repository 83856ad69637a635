import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { bootstrap } from './base/bootstrap.ts';
import { listenForPort } from './base/frame-line.ts';
import './app/global.css';
import { Providers } from './app/providers.tsx';
import { router } from './app/router.tsx';
import { markOwnStyles } from './base/style-nonce.ts';

markOwnStyles();
if (bootstrap.embedded) listenForPort(bootstrap.embedded.allowed_domains);
const root = document.getElementById('root');
if (!root) throw new Error('The page has no element #root.');
createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
