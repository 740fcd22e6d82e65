/** The zoom's state: a scale around the middle of the stage and a shift in pixels. */
export interface View {
  scale: number;
  x: number;
  y: number;
}
export interface Size {
  width: number;
  height: number;
}

export const atRest: View = { scale: 1, x: 0, y: 0 };
export const maxScale = 6;

/** Closer by a factor, so that the point under the finger stays under it. */
export function grow(view: View, factor: number, at: { x: number; y: number }, stage: Size): View {
  const scale = Math.min(maxScale, Math.max(1, view.scale * factor));
  const real = scale / view.scale;
  const fromMiddle = { x: at.x - stage.width / 2, y: at.y - stage.height / 2 };
  return within(
    { scale, x: fromMiddle.x - (fromMiddle.x - view.x) * real, y: fromMiddle.y - (fromMiddle.y - view.y) * real },
    stage,
  );
}

/** Limits the shift, so that the photo stays visible. */
export function within(view: View, stage: Size): View {
  if (view.scale <= 1) return atRest;
  const reach = { x: (stage.width * (view.scale - 1)) / 2, y: (stage.height * (view.scale - 1)) / 2 };
  const clamp = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value));
  return { scale: view.scale, x: clamp(view.x, reach.x), y: clamp(view.y, reach.y) };
}
