import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { wholeFrame } from './dev/chunks.ts';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), wholeFrame()],
  build: { target: 'es2022', sourcemap: false },
});
