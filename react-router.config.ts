import type { Config } from '@react-router/dev/config';
import { notFoundPath, staticPaths } from './contract/public/pages.ts';

// The future flags enable the behaviour of version 8 and can be removed with it.
export default {
  appDirectory: 'web',
  buildDirectory: 'build/web',
  ssr: false,
  prerender: [...staticPaths, notFoundPath],
  future: {
    v8_middleware: true,
    v8_splitRouteModules: true,
    v8_viteEnvironmentApi: true,
    v8_passThroughRequests: true,
    v8_trailingSlashAwareDataRequests: true,
  },
} satisfies Config;
