import dataUrl from '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz?url';
import Tesseract from 'tesseract.js';
import workerUrl from 'tesseract.js/dist/worker.min.js?url';
import coreUrl from 'tesseract.js-core/tesseract-core-simd-lstm.wasm.js?url';
import type { Grey } from './picture.ts';

/**
 * Reads printed lines from pictures: in a worker of this page, from files of our own. Throws where one of them can't be
 * loaded.
 */
export async function openReader() {
  const failed = Promise.withResolvers<never>();
  const opened = Tesseract.createWorker('eng', Tesseract.OEM.LSTM_ONLY, {
    workerPath: workerUrl,
    workerBlobURL: false,
    corePath: coreUrl,
    // The library puts `/eng.traineddata.gz` behind it: behind a question mark that is no part of the path.
    langPath: `${dataUrl}?`,
    // Browsers cache these files by their headers.
    cacheMethod: 'none',
    // Where the data can't be loaded the library says so here alone.
    errorHandler: (error: unknown) => failed.reject(new Error(String(error))),
  });
  const worker = await Promise.race([opened, failed.promise]);
  await worker.setParameters({ tessedit_pageseg_mode: Tesseract.PSM.SINGLE_BLOCK, user_defined_dpi: '300' });
  return {
    async read(strip: Grey): Promise<string[]> {
      const { data } = await worker.recognize(await pictureOf(strip), {}, { text: true });
      return data.text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean);
    },
    close: () => void worker.terminate(),
  };
}

/** As the reader takes pictures. */
async function pictureOf({ width, height, points }: Grey): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const image = new ImageData(width, height);
  for (const [at, value] of points.entries())
    image.data.fill(value, at * 4, at * 4 + 3).fill(255, at * 4 + 3, at * 4 + 4);
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  return canvas.convertToBlob();
}
