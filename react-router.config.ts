import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  ssr: true,
  // All pages are known at build time and the manifest is small: no extra request while a person moves about.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
