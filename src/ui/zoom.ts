export interface Pan {
  x: number;
  y: number;
}

export const zoomLevels = { most: 6, step: 1.5, double: 2.5 } as const;

/** Where the picture must lie after zooming so that the point under the pointer stays under it. Points count from the middle of the screen. */
export function zoomAt(pan: Pan, from: number, to: number, point: Pan): Pan {
  const ratio = to / from;
  return { x: point.x - (point.x - pan.x) * ratio, y: point.y - (point.y - pan.y) * ratio };
}

/** Keeps the picture's edges from leaving their own frame; unzoomed it rests in the middle. */
export function clampPan(pan: Pan, zoom: number, size: { width: number; height: number }): Pan {
  const far = { x: Math.max(0, ((zoom - 1) * size.width) / 2), y: Math.max(0, ((zoom - 1) * size.height) / 2) };
  return { x: Math.min(far.x, Math.max(-far.x, pan.x)), y: Math.min(far.y, Math.max(-far.y, pan.y)) };
}
