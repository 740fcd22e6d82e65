import { RotateCcw, RotateCw } from 'lucide-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { Note } from '#ui/page/panel.tsx';
import { drawTurned, editPhoto } from './edit-photo.ts';
import { asItIs, isChanged, type PhotoEdit, type Side, sides, sizeOf, turned, withCut } from './photo-edit.rules.ts';
import type { PhotoItem } from './photo-items.ts';

export interface PhotoEditorProps {
  item: PhotoItem;
  /** As the board calls it: `photo 2`. */
  name: string;
  onClose(): void;
  onDone(file: File): void;
}

/** Of the longer side on the screen; rendered in twice as many pixels for dense screens. */
const shownSide = 340;
const cantShow = 'This browser can’t show the photo. It will be uploaded unchanged.';
const cantMake = 'Couldn’t edit the photo in this browser. The original is unchanged.';
const corners: readonly (readonly [Side, Side])[] = [
  ['left', 'top'],
  ['right', 'top'],
  ['left', 'bottom'],
  ['right', 'bottom'],
];

/**
 * Rotates a photo by quarter turns and crops it, by dragging a corner of the crop or with a slider for each side.
 */
export default function PhotoEditor({ item, name, onClose, onDone }: PhotoEditorProps) {
  const [photo, setPhoto] = useState<HTMLImageElement | null>(null);
  const [edit, setEdit] = useState<PhotoEdit>(asItIs);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  // A button pressed before the photo has loaded still takes effect.
  const loading = useRef<Promise<HTMLImageElement | null>>(null);
  const whole = photo && sizeOf(edit, { width: photo.naturalWidth, height: photo.naturalHeight });
  const scale = whole ? shownSide / Math.max(whole.width, whole.height) : 1;

  useEffect(() => {
    const image = new Image();
    loading.current = new Promise((resolve) => {
      image.onload = () => resolve(image);
      image.onerror = () => resolve(null);
    });
    void loading.current.then((loaded) => (loaded ? setPhoto(loaded) : setProblem(cantShow)));
    image.src = item.whole;
  }, [item.whole]);
  useEffect(() => {
    if (!photo || !canvas.current) return;
    const size = sizeOf(edit, { width: photo.naturalWidth, height: photo.naturalHeight });
    drawTurned(canvas.current, photo, edit.turns, {
      x: 0,
      y: 0,
      ...size,
      scale: (2 * shownSide) / Math.max(size.width, size.height),
    });
  }, [photo, edit]);

  const drag = (event: PointerEvent<HTMLElement>, [across, down]: readonly [Side, Side]) => {
    const area = canvas.current?.getBoundingClientRect();
    if (!area || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const x = (event.clientX - area.left) / area.width;
    const y = (event.clientY - area.top) / area.height;
    setEdit((before) =>
      withCut(withCut(before, across, across === 'left' ? x : 1 - x), down, down === 'top' ? y : 1 - y),
    );
  };
  const done = async () => {
    if (!isChanged(edit)) return onClose();
    setBusy(true);
    const loaded = await loading.current;
    const file = loaded && (await editPhoto(loaded, edit, item.name));
    setBusy(false);
    if (!loaded) return onClose();
    if (file) onDone(file);
    else setProblem(cantMake);
  };
  const { cut } = edit;
  const percent = (share: number) => `${Math.round(share * 1_000) / 10}%`;
  return (
    <Dialog
      open
      onClose={onClose}
      dirty={isChanged(edit)}
      title={`Rotate or crop ${name}`}
      footer={
        <>
          <Button onClick={() => setEdit(asItIs)} aria-disabled={!isChanged(edit) || undefined}>
            Reset photo
          </Button>
          <span className="sp" />
          <Button kind="primary" busy={busy} busyLabel="Saving…" onClick={() => void done()}>
            Save photo
          </Button>
        </>
      }
    >
      {problem && <Note tone="danger">{problem}</Note>}
      <div className="ph-ed">
        <div
          className="ph-ed-a"
          style={
            whole
              ? { width: whole.width * scale, aspectRatio: `${whole.width}/${whole.height}` }
              : { height: shownSide }
          }
        >
          <canvas ref={canvas} />
          {photo && (
            <div
              className="ph-ed-f"
              style={{
                left: percent(cut.left),
                top: percent(cut.top),
                right: percent(cut.right),
                bottom: percent(cut.bottom),
              }}
            >
              {corners.map((corner) => (
                <span
                  key={corner.join()}
                  data-x={corner[0]}
                  data-y={corner[1]}
                  aria-hidden="true"
                  onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
                  onPointerMove={(event) => drag(event, corner)}
                />
              ))}
            </div>
          )}
        </div>
        <div className="grid content-start gap-4">
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setEdit((before) => turned(turned(turned(before))))}>
              <Icon of={RotateCcw} size={17} />
              Rotate left
            </Button>
            <Button onClick={() => setEdit(turned)}>
              <Icon of={RotateCw} size={17} />
              Rotate right
            </Button>
          </div>
          <fieldset className="grid grid-cols-2 gap-x-4 gap-y-2">
            <legend className="mb-2 text-[0.8125rem] font-semibold">Crop</legend>
            {sides.map((side) => (
              <label key={side} className="grid gap-1 text-[0.8125rem] text-fg-muted">
                {sideNames[side]}
                <input
                  type="range"
                  min={0}
                  max={0.9}
                  step={0.01}
                  value={cut[side]}
                  aria-valuetext={`${Math.round(cut[side] * 100)} percent`}
                  onChange={(event) => {
                    const share = Number(event.currentTarget.value);
                    setEdit((before) => withCut(before, side, share));
                  }}
                />
              </label>
            ))}
          </fieldset>
          <p className="dim text-[0.8125rem]">Or drag a corner. Keep all four corners of the card visible.</p>
        </div>
      </div>
    </Dialog>
  );
}

const sideNames: Record<Side, string> = { left: 'Left', top: 'Top', right: 'Right', bottom: 'Bottom' };
