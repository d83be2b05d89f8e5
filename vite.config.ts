import { cpSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { isPortalPath } from './contract/portal-page.ts';
import { usualBrand } from './contract/site/brand.ts';
import { agencyNamePlaceholder } from './contract/site/site-settings.ts';
import { inlineScripts } from './vite.portal.config.ts';

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000';

// The code that every page loads is in two files. Otherwise it would be split into about twenty, which are 6 kB larger when
// compressed. Left out are the toaster, which loads after the page, and what static pages do not use.
const chunks = [
  { name: 'framework', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 2 },
  {
    name: 'shell',
    test: /[\\/](web[\\/]ui[\\/](?!copy|format|use-now|feedback[\\/](?:toaster|load-failed)|form[\\/](?:check|select|form-buttons))|web[\\/]site[\\/](brand|site-settings|theme-style|with-version)|contract[\\/]([a-z]+[\\/])?(brand|changes|constants|pages|site-settings)\\.|node_modules[\\/]lucide-react(?!.*[\\/](?:copy|chevron-down)\\.))/,
    priority: 1,
    minShareCount: 5,
  },
  // The code that every API call needs, in one file, because the name of each file is in every page that may call.
  {
    name: 'api',
    test: /[\\/](web[\\/]api[\\/]client|contract[\\/]paths|node_modules[\\/]zod[\\/])/,
    minShareCount: 5,
  },
];

// Only hashes, because content blockers block names such as /assets/analytics-… and /assets/tracking-….
// Seven characters are 42 bits; every page lists about forty file names, and hashes do not compress.
const neutralNames = {
  entryFileNames: 'assets/[hash:7].js',
  chunkFileNames: 'assets/[hash:7].js',
} as const;

const inProject = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const router = (file: string) => inProject(`node_modules/react-router/dist/production/${file}`);

// These replace files inside libraries. They stay because the marketing pages have a budget of 125.0 kB of JavaScript
// (gzip), which /solutions/chatbots uses up: measured on every page, leaving out either one exceeds it.
const smallerModules = [
  // React Router exports only its development build, whose warnings are 0.6 kB on every page.
  { find: /^react-router$/, replacement: router('index.mjs') },
  { find: /^react-router\/dom$/, replacement: router('dom-export.mjs') },
  // lucide-react's own function supports contexts and more options, which are 1.1 kB on every page.
  { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: inProject('web/ui/create-icon.ts') },
];

// React Router's plugin compiles components so that they need this before them.
const reload = '<script type="module">import "virtual:react-router/inject-hmr-runtime"</script>';
const entry = '<script type="module" src="/web/portal/app/entry.client.tsx"></script>';

/** Serves the page of the portal, which is no route of React Router. Nothing is rendered or answered in it. */
const portalDuringDevelopment: Plugin = {
  name: 'portal-during-development',
  apply: 'serve',
  configureServer(server) {
    server.middlewares.use(async (request, response, next) => {
      const url = request.url ?? '';
      if (!isPortalPath(url)) return next();
      try {
        const page = await readFile(inProject('web/portal/app/portal.html'), 'utf8');
        const html = page
          .replace(/<script type="module" src="[^"]+"><\/script>/, `${reload}${entry}`)
          .replace(
            'id="site-settings">{}',
            () => `id="site-settings">${JSON.stringify({ brand: usualBrand })}`,
          )
          .replaceAll(agencyNamePlaceholder, usualBrand.name);
        const sent = await server.transformIndexHtml('/portal.html', html, url);
        response.setHeader('content-type', 'text/html').end(sent);
      } catch (error) {
        next(error);
      }
    });
  },
};

/**
 * Keeps the program that renders the pages, which React Router deletes after prerendering: the server renders pages again
 * when the agency's settings change.
 */
const keepPageRenderer: Plugin = {
  name: 'keep-page-renderer',
  apply: 'build',
  writeBundle: {
    order: 'pre',
    sequential: true,
    handler(options) {
      if (this.environment.name !== 'ssr' || options.dir === undefined) return;
      const folder = inProject('build/page-renderer');
      rmSync(folder, { recursive: true, force: true });
      cpSync(options.dir, folder, { recursive: true });
    },
  },
};

export default defineConfig(({ command }) => ({
  publicDir: 'web/public',
  plugins: [
    tailwindcss(),
    reactRouter(),
    keepPageRenderer,
    ...(command === 'serve' ? [inlineScripts, portalDuringDevelopment] : []),
  ],
  // The content security policy allows no data: addresses.
  build: { assetsInlineLimit: 0 },
  resolve: { alias: command === 'build' ? smallerModules : [] },
  // Bundled whole: the renderer runs without the packages, and uses the same icon function as the browser.
  ssr: { noExternal: command === 'build' ? true : ['lucide-react'] },
  environments: {
    // Otherwise React's development build renders the pages.
    ssr: command === 'build' ? { define: { 'process.env.NODE_ENV': '"production"' } } : {},
    client: {
      // Not `rolldownOptions`: React Router reads the file names from the older option.
      build: {
        rollupOptions: {
          output: { ...neutralNames, codeSplitting: { groups: chunks } },
          // The contract has only declarations: a page that uses none of a file's exports does not load the file.
          treeshake: {
            moduleSideEffects: [{ test: /[\\/](contract|web[\\/]site)[\\/]/, sideEffects: false }],
          },
        },
      },
    },
  },
  server: { proxy: { '/api': api, '/t.js': api } },
}));
