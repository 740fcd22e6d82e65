import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '#ui/button.tsx';
import { photoSrcSet } from '#ui/card/photo.ts';
import { Icon } from '#ui/icon.tsx';
import type { ListingPhoto } from '../../contract.ts';
import { atRest, grow, type View, within } from './zoom-view.ts';

export interface ZoomProps {
  photos: readonly ListingPhoto[];
  open: boolean;
  shown: number;
  onShow(at: number): void;
  onClose(): void;
}

const step = 1.6;

/**
 * One photo as large as the window, and enlarged: by buttons, wheel, pinch, double press or keys. The largest file
 * loads on demand.
 */
export default function Zoom({ photos, open, shown, onShow, onClose }: ZoomProps) {
  const box = useRef<HTMLDialogElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>(atRest);
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const swipe = useRef<{ x: number; y: number } | null>(null);
  const photo = photos[shown];

  useEffect(() => {
    const dialog = box.current;
    if (!dialog || dialog.open === open) return;
    if (open) dialog.showModal();
    else dialog.close();
  }, [open]);

  const size = () => ({ width: stage.current?.clientWidth ?? 1, height: stage.current?.clientHeight ?? 1 });
  const closer = (factor: number, at = { x: size().width / 2, y: size().height / 2 }) =>
    setView((before) => grow(before, factor, at, size()));
  const turn = (by: number) => {
    setView(atRest);
    onShow((shown + by + photos.length) % photos.length);
  };

  useEffect(() => {
    // React listens to the wheel passively, and the page would scroll.
    const area = stage.current;
    if (!area) return;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const { left, top, width, height } = area.getBoundingClientRect();
      const at = { x: event.clientX - left, y: event.clientY - top };
      setView((before) => grow(before, Math.exp(-event.deltaY / 300), at, { width, height }));
    };
    area.addEventListener('wheel', wheel, { passive: false });
    return () => area.removeEventListener('wheel', wheel);
  }, []);

  const keys = (event: KeyboardEvent) => {
    const pan = 80;
    if (event.key === '+' || event.key === '=') closer(step);
    else if (event.key === '-') closer(1 / step);
    else if (event.key === '0') setView(atRest);
    else if (view.scale > 1 && event.key.startsWith('Arrow')) {
      const [dx, dy] = { ArrowLeft: [pan, 0], ArrowRight: [-pan, 0], ArrowUp: [0, pan], ArrowDown: [0, -pan] }[
        event.key
      ] ?? [0, 0];
      setView((before) => within({ ...before, x: before.x + (dx ?? 0), y: before.y + (dy ?? 0) }, size()));
    } else if (event.key === 'ArrowLeft') turn(-1);
    else if (event.key === 'ArrowRight') turn(1);
    else return;
    event.preventDefault();
  };

  const moved = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const others = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const now = { x: event.clientX, y: event.clientY };
    pointers.current.set(event.pointerId, now);
    const other = others[0];
    if (other) {
      const factor =
        Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
      closer(factor, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    } else if (view.scale > 1) {
      setView((last) => within({ ...last, x: last.x + now.x - before.x, y: last.y + now.y - before.y }, size()));
    }
  };
  const lifted = (event: PointerEvent) => {
    const start = swipe.current;
    pointers.current.delete(event.pointerId);
    swipe.current = null;
    if (!start || view.scale > 1 || photos.length < 2) return;
    const dx = event.clientX - start.x;
    if (Math.abs(dx) > 60 && Math.abs(dx) > Math.abs(event.clientY - start.y) * 1.5) turn(dx < 0 ? 1 : -1);
  };

  if (!photo) return null;
  const isClose = view.scale > 1;
  return (
    <dialog
      ref={box}
      className="lightbox"
      aria-label={`Photo ${shown + 1} of ${photos.length}: ${photo.alt}`}
      onKeyDown={keys}
      onClose={() => {
        setView(atRest);
        onClose();
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons and keys do the same as the pointer */}
      <div
        ref={stage}
        className={isClose ? 'lb-stage zoomed' : 'lb-stage'}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
          swipe.current = pointers.current.size === 1 ? { x: event.clientX, y: event.clientY } : null;
        }}
        onPointerMove={moved}
        onPointerUp={lifted}
        onPointerCancel={lifted}
        onDoubleClick={(event) => (isClose ? setView(atRest) : closer(2.5, { x: event.clientX, y: event.clientY }))}
      >
        <img
          key={photo.id}
          srcSet={isClose ? undefined : photoSrcSet(photo)}
          src={photo.url}
          sizes="min(100vw, 72dvh)"
          alt={photo.alt}
          width={photo.width}
          height={photo.height}
          draggable={false}
          style={{
            transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
            ...(pointers.current.size > 0 ? { transition: 'none' } : {}),
          }}
        />
      </div>
      <div className="lb-bar">
        <p className="lb-n" aria-live="polite">
          <span className="sr">Photo </span>
          {shown + 1} / {photos.length}
        </p>
        <span className="sp" />
        <IconButton
          icon={<Icon of={ZoomOut} size={20} />}
          label="Zoom out"
          aria-disabled={!isClose}
          onClick={() => closer(1 / step)}
        />
        <IconButton icon={<Icon of={ZoomIn} size={20} />} label="Zoom in" onClick={() => closer(step)} />
        <IconButton icon={<Icon of={X} size={20} />} label="Close" onClick={() => box.current?.close()} />
      </div>
      {photos.length > 1 && (
        <>
          <IconButton
            className="lb-prev"
            icon={<Icon of={ChevronLeft} size={22} />}
            label="Previous photo"
            onClick={() => turn(-1)}
          />
          <IconButton
            className="lb-next"
            icon={<Icon of={ChevronRight} size={22} />}
            label="Next photo"
            onClick={() => turn(1)}
          />
        </>
      )}
    </dialog>
  );
}
