import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fewChunks, plainChunks } from './chunks.ts';
import { componentStyles, styleWriters } from './component-styles.ts';
import { withoutFacades } from './facades.ts';

const SERVER = `http://127.0.0.1:${process.env.CHARTROOM_PORT ?? 8088}`;
const chunks = plainChunks(() => [react(), styleWriters()]);

export default defineConfig({
  plugins: [react(), fewChunks(chunks), componentStyles(chunks), withoutFacades()],
  build: {
    target: 'es2022',
    outDir: 'dist',
    assetsDir: 'static/assets',
    chunkSizeWarningLimit: 1500,
    license: true,
    // The server reads it, to let pages load what their screen needs at once.
    manifest: true,
  },
  // The server puts the nonce of each answer where this word stands.
  html: { cspNonce: '__CSP_NONCE__' },
  server: {
    port: 8089,
    proxy: Object.fromEntries(
      ['/api', '/datasource', '/tabstateview', '/health', '/logout'].map((path) => [path, SERVER]),
    ),
  },
});
