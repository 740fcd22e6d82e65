import sharp from 'sharp';

/** A picture as a camera might make it, in one colour with some noise. */
export async function drawnPhoto(colour: string): Promise<Buffer> {
  return sharp({
    create: {
      width: 630,
      height: 880,
      channels: 3,
      background: colour,
      noise: { type: 'gaussian', mean: 120, sigma: 12 },
    },
  })
    .png()
    .toBuffer();
}
