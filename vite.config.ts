import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000';

// What every page loads is two files. As the twenty of their own that sharing would make of it, it is 6 kB
// larger when compressed. The toaster is left out because it loads after the page, and what reports failed requests
// because static pages send none.
const chunks = [
  { name: 'framework', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 2 },
  {
    name: 'shell',
    test: /[\\/](web[\\/]ui[\\/](?!feedback[\\/](?:toaster|load-failed))|contract[\\/](brand|constants|pages)|node_modules[\\/]lucide-react)/,
    priority: 1,
    minShareCount: 5,
  },
  // What every call of the API needs, in one file: each name of a file is on every page that may call.
  {
    name: 'api',
    test: /[\\/](web[\\/]api[\\/]client|contract[\\/]paths|node_modules[\\/]zod[\\/])/,
    minShareCount: 5,
  },
];

// Content blockers match addresses such as /assets/analytics-… and /assets/tracking-…, whatever is behind them.
// Seven characters are 42 bits; every page lists about forty file names, and hashes do not compress.
const neutralNames = {
  entryFileNames: 'assets/[hash:7].js',
  chunkFileNames: 'assets/[hash:7].js',
} as const;

const inProject = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const router = (file: string) => inProject(`node_modules/react-router/dist/production/${file}`);

const lighter = [
  // The package offers its development build alone, whose warnings weigh half a kilobyte on every page.
  { find: /^react-router$/, replacement: router('index.mjs') },
  { find: /^react-router\/dom$/, replacement: router('dom-export.mjs') },
  { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: inProject('web/ui/draw-icon.ts') },
];

export default defineConfig(({ command }) => ({
  publicDir: 'web/public',
  plugins: [tailwindcss(), reactRouter()],
  // The content security policy allows no data: addresses.
  build: { assetsInlineLimit: 0 },
  resolve: { alias: command === 'build' ? lighter : [] },
  // Drawn at build time as the browser draws them.
  ssr: { noExternal: ['lucide-react'] },
  environments: {
    client: {
      // Under its older name: React Router looks there before it puts the names of its routes into those of their files.
      build: {
        rollupOptions: {
          output: { ...neutralNames, codeSplitting: { groups: chunks } },
          // The contract only declares: a page that uses none of a file does not load it.
          treeshake: { moduleSideEffects: [{ test: /[\\/]contract[\\/]/, sideEffects: false }] },
        },
      },
    },
  },
  server: { proxy: { '/api': api, '/t.js': api } },
}));
