import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000';

// The code that every page loads is in two files. Default chunking would split it into twenty, which are 6 kB larger
// when compressed. The toaster is excluded, because it loads after the page.
const chunks = [
  { name: 'framework', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 2 },
  {
    name: 'shell',
    test: /[\\/](web[\\/]ui[\\/](?!feedback[\\/]toaster)|contract[\\/](brand|constants|pages)|node_modules[\\/]lucide-react)/,
    priority: 1,
    minShareCount: 5,
  },
  // The code that every API call needs is in one file, because each page that uses it lists its file names.
  {
    name: 'api',
    test: /[\\/](web[\\/]api[\\/]client|contract[\\/]paths|node_modules[\\/]zod[\\/])/,
    minShareCount: 5,
  },
];

// Names without words, because content blockers match URLs such as /assets/analytics-… and /assets/tracking-….
// Seven characters are 42 bits. Longer hashes cost bytes: every page lists about forty file names.
const neutralNames = {
  entryFileNames: 'assets/[hash:7].js',
  chunkFileNames: 'assets/[hash:7].js',
} as const;

const inProject = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const router = (file: string) => inProject(`node_modules/react-router/dist/production/${file}`);

const lighter = [
  // The package exports only its development build, whose warnings add half a kilobyte to every page.
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
  // Bundled for prerendering, so that the alias applies there too.
  ssr: { noExternal: ['lucide-react'] },
  environments: {
    client: {
      // React Router reads the option under its older name, before it adds route names to file names.
      build: {
        rollupOptions: {
          output: { ...neutralNames, codeSplitting: { groups: chunks } },
          // Files of the contract have no side effects, so unused ones are dropped.
          treeshake: { moduleSideEffects: [{ test: /[\\/]contract[\\/]/, sideEffects: false }] },
        },
      },
    },
  },
  server: { proxy: { '/api': api, '/t.js': api } },
}));
