import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { headScript } from './web/loading/head-script.ts';
import { sharedThemeScript } from './web/portal/shared/shared-theme.ts';
import { themeScript } from './web/ui/layout/theme.ts';

// The portal is a separate application, without React Router and without zod in its first load: a phone on a slow line
// has to load everything here before the portal can be used. A test compares its size with its budget.
const chunks = [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 }];

/** The names of style sheets and fonts are those of the other pages: a client has the font from the form for the access key. */
const names = {
  entryFileNames: 'assets/[hash:7].js',
  chunkFileNames: 'assets/[hash:7].js',
} as const;

/** The scripts that run before the first paint, as in the head of every page. */
const toInlineScripts = (theme: string): Plugin => ({
  name: 'inline-scripts',
  transformIndexHtml: {
    order: 'post',
    handler: () => [{ tag: 'script', injectTo: 'head-prepend', children: `${theme};${headScript}` }],
  },
});
export const inlineScripts = toInlineScripts(themeScript);

const inProject = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** The mode in which the page of shared views is built, apart from the portal, whose first load it does not make larger. */
const sharedMode = 'shared';

export default defineConfig(({ isSsrBuild, mode }) => ({
  root: inProject(mode === sharedMode ? 'web/portal/shared' : 'web/portal/app'),
  publicDir: false,
  plugins: isSsrBuild
    ? []
    : [tailwindcss(), mode === sharedMode ? toInlineScripts(sharedThemeScript) : inlineScripts],
  resolve: {
    // Its own function supports contexts and more options.
    alias: [{ find: /^\.\.\/createLucideIcon\.mjs$/, replacement: inProject('web/ui/create-icon.ts') }],
  },
  ssr: { noExternal: true },
  // Otherwise React's development build renders on the server.
  ...(isSsrBuild ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  build: isSsrBuild
    ? {
        outDir: inProject('build/portal-page'),
        emptyOutDir: true,
        target: 'node20',
        rollupOptions: { input: inProject('web/portal/app/entry.server.tsx') },
      }
    : {
        // Next to the other pages, whose build empties the folder.
        outDir: inProject('build/web/client'),
        emptyOutDir: false,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rollupOptions: {
          input: inProject(
            mode === sharedMode ? 'web/portal/shared/shared.html' : 'web/portal/app/portal.html',
          ),
          output: { ...names, codeSplitting: { groups: chunks } },
          treeshake: { moduleSideEffects: [{ test: /[\\/]contract[\\/]/, sideEffects: false }] },
        },
      },
}));
