import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000';

// What every page loads is two files. As the twenty of their own that sharing would make of it, it is 6 kB
// larger when compressed. The toaster is left out: it comes after the page.
const chunks = [
  { name: 'framework', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 2 },
  {
    name: 'shell',
    test: /[\\/](web[\\/]ui[\\/](?!toaster)|web[\\/]brand|contract[\\/](products|constants|pages)|node_modules[\\/]lucide-react)/,
    priority: 1,
    minShareCount: 5,
  },
];

export default defineConfig({
  publicDir: 'web/public',
  plugins: [tailwindcss(), reactRouter()],
  // The content security policy allows no data: addresses.
  build: { assetsInlineLimit: 0 },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } } },
  server: { proxy: { '/api': api, '/t.js': api } },
});
