import type { Coloured } from './picture.ts';
import { photoSide, searchSide } from './strips.ts';

/**
 * The points of a photo, upright, twice: to be read and, smaller, to be searched. Throws where the browser can't show
 * it.
 */
export async function preparePhoto(file: Blob): Promise<{ photo: Coloured; small: Coloured }> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const photo = pixelsOf(picture, photoSide);
  const small = pixelsOf(picture, searchSide);
  picture.close();
  return { photo, small };
}

function pixelsOf(picture: ImageBitmap, side: number): Coloured {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const [width, height] = [
    Math.max(2, Math.round(picture.width * scale)),
    Math.max(2, Math.round(picture.height * scale)),
  ];
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pdf = canvas.getContext('2d', { willReadFrequently: true });
  if (!pdf) throw new Error('This browser draws nothing.');
  pdf.imageSmoothingQuality = 'high';
  pdf.drawImage(picture, 0, 0, width, height);
  return { width, height, points: pdf.getImageData(0, 0, width, height).data };
}
