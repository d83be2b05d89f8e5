import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000';

export default defineConfig({
  publicDir: 'web/public',
  plugins: [tailwindcss(), reactRouter()],
  // The content security policy allows no data: addresses.
  build: { assetsInlineLimit: 0 },
  server: { proxy: { '/api': api, '/t.js': api } },
});
