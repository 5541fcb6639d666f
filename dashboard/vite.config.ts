import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { addressFonts } from './build/address-fonts.ts';
import { compressAssets } from './build/compress-assets.ts';
import { paintFirst } from './build/paint-first.ts';

/** Where `npm run dev` finds the server. */
const SERVER = process.env['BELLHOP_URL'] ?? 'http://localhost:8080';
const served = { target: SERVER, changeOrigin: true };

export default defineConfig({
  base: '/dashboard/',
  plugins: [react(), addressFonts(), paintFirst(), compressAssets()],
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2022',
    // The policy allows no data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
  server: {
    host: '127.0.0.1',
    fs: { allow: ['..'] },
    proxy: {
      '/v1': served,
      '/admin': served,
      '/login': served,
      '/assets': served,
      '^/dashboard/(api|sign-in|callback|start)': served,
    },
  },
});
