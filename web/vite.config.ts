import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// The built page goes into the Python package, where the server finds it and the wheel takes it along.
export default defineConfig({
  plugins: [svelte()],
  base: './',
  build: { outDir: '../src/debellis/server/page', emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 900 },
  server: { proxy: { '/api': 'http://127.0.0.1:8011', '/live': { target: 'ws://127.0.0.1:8011', ws: true } } },
});
