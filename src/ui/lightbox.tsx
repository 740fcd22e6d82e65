import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState, type WheelEvent } from 'react';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import type { PhotoSource } from './photo.ts';
import { clampPan, type Pan, zoomAt, zoomLevels } from './zoom.ts';

export interface LightboxProps {
  photos: readonly PhotoSource[];
  at: number;
  onMove: (at: number) => void;
  onClose: () => void;
}

/**
 * One photo on the whole screen: wheel, pinch, double press and buttons zoom, dragging moves, arrows change the photo, Escape closes.
 * Load it lazily; it asks for the largest size only when it opens.
 */
export default function Lightbox({ photos, at, onMove, onClose }: LightboxProps) {
  const box = useRef<HTMLDialogElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const [zoom, setZoom] = useState(1);
  const [pan, setPan] = useState<Pan>({ x: 0, y: 0 });
  const photo = photos[at];
  const isMany = photos.length > 1;

  useEffect(() => {
    const dialog = box.current;
    if (dialog && !dialog.open) dialog.showModal();
  }, []);

  const show = (next: number) => {
    setZoom(1);
    setPan({ x: 0, y: 0 });
    onMove((next + photos.length) % photos.length);
  };
  const bounds = () => ({ width: image.current?.offsetWidth ?? 0, height: image.current?.offsetHeight ?? 0 });
  const scale = (next: number, point = { x: 0, y: 0 }) => {
    const to = Math.min(zoomLevels.most, Math.max(1, next));
    setPan(clampPan(zoomAt(pan, zoom, to, point), to, bounds()));
    setZoom(to);
  };
  /** From the middle of the screen, where the photo is anchored. */
  const fromMiddle = (event: { clientX: number; clientY: number }) => ({ x: event.clientX - innerWidth / 2, y: event.clientY - innerHeight / 2 });
  const key = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight' && isMany) show(at + 1);
    else if (event.key === 'ArrowLeft' && isMany) show(at - 1);
    else if (event.key === '+' || event.key === '=') scale(zoom * zoomLevels.step);
    else if (event.key === '-') scale(zoom / zoomLevels.step);
    else if (event.key === '0') scale(1);
  };
  const wheel = (event: WheelEvent) => scale(zoom * Math.exp(-event.deltaY / 300), fromMiddle(event));
  const down = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const drag = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, now);
    if (other) {
      const apart = (point: Pan) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
      scale(zoom * (apart(now) / apart(before)), fromMiddle({ clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 }));
    } else if (zoom > 1) setPan(clampPan({ x: pan.x + now.x - before.x, y: pan.y + now.y - before.y }, zoom, bounds()));
  };
  const up = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId);
  };
  if (!photo) return null;
  return (
    <dialog ref={box} className="lightbox" aria-label={`Photo ${at + 1} of ${photos.length}`} onClose={onClose} onKeyDown={key}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: an extra for pointers; the buttons and keys do the same */}
      <div
        className={zoom > 1 ? 'lb-stage zoomed' : 'lb-stage'}
        onWheel={wheel}
        onPointerDown={down}
        onPointerMove={drag}
        onPointerUp={up}
        onPointerCancel={up}
        onDoubleClick={(event) => scale(zoom > 1 ? 1 : zoomLevels.double, fromMiddle(event))}
      >
        <img
          ref={image}
          src={photo.url}
          alt={photo.alt}
          width={photo.width}
          height={photo.height}
          draggable={false}
          style={{ transform: `translate(${pan.x}px, ${pan.y}px) scale(${zoom})` }}
        />
      </div>
      <div className="lb-bar">
        <span className="lb-n" role="status">
          {at + 1} / {photos.length}
        </span>
        <span className="sp" />
        <IconButton icon={<Icon of={ZoomOut} size={20} />} label="Zoom out" onClick={() => scale(zoom / zoomLevels.step)} />
        <IconButton icon={<Icon of={ZoomIn} size={20} />} label="Zoom in" onClick={() => scale(zoom * zoomLevels.step)} />
        <IconButton icon={<Icon of={X} size={20} />} label="Close" onClick={() => box.current?.close()} />
      </div>
      {isMany && (
        <>
          <IconButton className="lb-prev" icon={<Icon of={ChevronLeft} size={22} />} label="Previous photo" onClick={() => show(at - 1)} />
          <IconButton className="lb-next" icon={<Icon of={ChevronRight} size={22} />} label="Next photo" onClick={() => show(at + 1)} />
        </>
      )}
    </dialog>
  );
}
