import { type PhotoEdit, partOf, type Size, sizeOf } from './photo-edit.rules.ts';

/** Draws the rotated photo so that its point `at` is in the corner of the canvas. */
export function drawTurned(
  canvas: HTMLCanvasElement,
  photo: HTMLImageElement,
  turns: PhotoEdit['turns'],
  at: { x: number; y: number; scale: number } & Size,
): void {
  canvas.width = Math.max(1, Math.round(at.width * at.scale));
  canvas.height = Math.max(1, Math.round(at.height * at.scale));
  const pdf = canvas.getContext('2d');
  if (!pdf) return;
  const natural = { width: photo.naturalWidth, height: photo.naturalHeight };
  const whole = sizeOf({ turns }, natural);
  // JPEG knows nothing behind a photo: what was clear becomes white and not black.
  pdf.fillStyle = '#fff';
  pdf.fillRect(0, 0, canvas.width, canvas.height);
  pdf.scale(at.scale, at.scale);
  pdf.translate(whole.width / 2 - at.x, whole.height / 2 - at.y);
  pdf.rotate((turns * Math.PI) / 2);
  pdf.drawImage(photo, -natural.width / 2, -natural.height / 2);
}

/** The edited photo as a file; null where this browser cannot make one. */
export function editPhoto(photo: HTMLImageElement, edit: PhotoEdit, name: string): Promise<File | null> {
  const canvas = document.createElement('canvas');
  drawTurned(canvas, photo, edit.turns, partOf(edit, { width: photo.naturalWidth, height: photo.naturalHeight }));
  return new Promise((resolve) => {
    const made = (blob: Blob | null) =>
      resolve(blob && new File([blob], `${name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' }));
    canvas.toBlob(made, 'image/jpeg', 0.92);
  });
}
