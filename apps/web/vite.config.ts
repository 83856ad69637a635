import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { withoutCallSchemas, withoutSchemaWriters } from './call-schemas.ts';
import { fewChunks, plainChunks } from './chunks.ts';
import { classicScripts } from './classic-scripts.ts';
import { componentStyles, styleWriters } from './component-styles.ts';
import { withoutFacades } from './facades.ts';
import { inlineIcon } from './inline-icon.ts';
import { loaderInStart } from './loader.ts';
import { narrowImports } from './narrow-imports.ts';

const SERVER = `http://127.0.0.1:${process.env.CHARTROOM_PORT ?? 8088}`;
/** What is left away of modules. */
const lighter = () => [narrowImports(), withoutCallSchemas(), withoutSchemaWriters()];
const chunks = plainChunks(() => [react(), styleWriters(), ...lighter()]);

export default defineConfig({
  plugins: [
    react(),
    ...lighter(),
    inlineIcon(),
    fewChunks(chunks),
    componentStyles(chunks),
    withoutFacades(),
    loaderInStart(),
    classicScripts(),
  ],
  build: {
    target: 'es2022',
    outDir: 'dist',
    assetsDir: 'static/assets',
    // One file is sooner there than those of a page's five parts, and all that is not of the library is small.
    cssCodeSplit: false,
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
