import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { type Crop, middleOf, mostZoom, moved, type Size, squareOf, zoomed } from './crop.rules.ts';

const viewSize = 240;
const steps: Record<string, readonly [right: number, down: number]> = {
  ArrowLeft: [-0.05, 0],
  ArrowRight: [0.05, 0],
  ArrowUp: [0, -0.05],
  ArrowDown: [0, 0.05],
};

export interface AvatarCropperProps {
  /** Object URL of the chosen photo. */
  url: string;
  /** The selected part, in pixels of the photo; null until it is loaded, and when this browser cannot show it. */
  onChange(part: { x: number; y: number; size: number } | null): void;
}

/**
 * The chosen photo behind a window of the picture's shape: moved by dragging or with the arrow keys, zoomed by the
 * slider.
 */
export function AvatarCropper({ url, onChange }: AvatarCropperProps) {
  const [photo, setPhoto] = useState<Size | null>(null);
  const [crop, setCrop] = useState<Crop | null>(null);
  const held = useRef<{ x: number; y: number } | null>(null);
  const square = photo && crop ? squareOf(crop, photo) : null;
  const scale = square ? viewSize / square.size : 1;

  const change = (next: Crop, of: Size) => {
    setCrop(next);
    onChange(squareOf(next, of));
  };
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step || !photo || !crop) return;
    event.preventDefault();
    change(moved(crop, photo, step[0], step[1]), photo);
  };
  const drag = (event: PointerEvent) => {
    if (!held.current || !photo || !crop) return;
    const { x, y } = held.current;
    held.current = { x: event.clientX, y: event.clientY };
    change(moved(crop, photo, (x - event.clientX) / viewSize, (y - event.clientY) / viewSize), photo);
  };

  return (
    <div className="grid justify-items-start gap-3">
      {/* biome-ignore lint/a11y/useSemanticElements: a window over a photo is no form control, and has the keys of one */}
      <div
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved with the arrow keys
        tabIndex={0}
        aria-label="Visible part of the photo. Move it by dragging or with the arrow keys."
        className="relative cursor-move touch-none overflow-hidden rounded-full border border-border bg-surface"
        style={{ width: viewSize, height: viewSize }}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          held.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          held.current = null;
        }}
        onPointerCancel={() => {
          held.current = null;
        }}
      >
        <img
          src={url}
          alt=""
          draggable={false}
          className="absolute max-w-none select-none"
          style={
            square && photo
              ? {
                  width: photo.width * scale,
                  height: photo.height * scale,
                  left: -square.x * scale,
                  top: -square.y * scale,
                }
              : { opacity: 0 }
          }
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
            setPhoto({ width, height });
            change(middleOf({ width, height }), { width, height });
          }}
          onError={() => onChange(null)}
        />
      </div>
      <label className="grid w-[240px] gap-1 text-[0.8125rem]">
        Zoom
        <input
          type="range"
          min={1}
          max={mostZoom}
          step={0.05}
          value={crop?.zoom ?? 1}
          disabled={!photo}
          onChange={(event) => photo && crop && change(zoomed(crop, photo, Number(event.currentTarget.value)), photo)}
        />
      </label>
    </div>
  );
}
