import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { wholeFrame } from './dev/chunks.ts';
import { icons } from './dev/icons.ts';
import { sharedSources } from './dev/shared-sources.ts';

export default defineConfig({
  plugins: [icons(), sharedSources(), tailwindcss(), reactRouter(), wholeFrame()],
  ssr: { noExternal: ['lucide-react'] },
  build: { target: 'es2022', sourcemap: false, rolldownOptions: { checks: { bundlerTimings: false } } },
});
