import { ArrowLeft, ArrowRight, Camera, Crop, ImagePlus, RotateCw, Star, X } from 'lucide-react';
import { type DragEvent, Suspense, useState } from 'react';
import { plural } from '#kernel/format.ts';
import { IconButton } from '#ui/button.tsx';
import { announce } from '#ui/feedback/announce.tsx';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { Note } from '#ui/page/panel.tsx';
import { listingLimits as limits } from '../../../model/listing.rules.ts';
import type { BoardPhotos } from '../read-photo/photo-reader.tsx';
import { editedItem, moved, type PhotoItem, takeFiles } from './photo-items.ts';

const PhotoEditor = lazyPart(() => import('./photo-editor.tsx'));

export interface PhotoBoardProps {
  items: readonly PhotoItem[];
  error: string | undefined;
  onChange(change: (items: readonly PhotoItem[]) => PhotoItem[]): void;
  onRemove(item: PhotoItem): void;
  onRetry(item: PhotoItem): void;
}

const accept = 'image/jpeg,image/png,image/webp';

/**
 * The photos of the copy: dropped, chosen or taken; put in order by buttons or by dragging; the first one is the cover.
 */
export function PhotoBoard({ items, error, onChange, onRemove, onRetry }: PhotoBoardProps) {
  const [problems, setProblems] = useState<string[]>([]);
  const [over, setOver] = useState(false);
  const [dragged, setDragged] = useState<number | null>(null);
  const [edited, setEdited] = useState<string | null>(null);

  const take = (files: FileList | null) => {
    const { items: added, problems: refused } = takeFiles([...(files ?? [])], items.length, (file) =>
      URL.createObjectURL(file),
    );
    setProblems(refused);
    if (added.length === 0) return;
    onChange((before) => [...before, ...added]);
    announce(plural(added.length, { one: '# photo added', other: '# photos added' }));
  };
  const move = (from: number, to: number) => {
    onChange((before) => moved(before, from, to));
    announce(`Photo moved to position ${to + 1} of ${items.length}`);
  };
  const replace = (item: PhotoItem, file: File, at: number) => {
    setEdited(null);
    const changed = editedItem(item, file, URL.createObjectURL(file));
    onChange((before) => before.map((other) => (other.key === item.key ? changed : other)));
    announce(`Photo ${at + 1} edited`);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer.files.length > 0) take(event.dataTransfer.files);
  };
  const isFull = items.length >= limits.maxPhotos;
  return (
    <div id="f-photos" tabIndex={-1}>
      {!isFull && (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the field inside does the same
        <div
          className={over ? 'drop over' : 'drop'}
          onDragOver={(event) => {
            if (!event.dataTransfer.types.includes('Files')) return;
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <Icon of={ImagePlus} size={22} />
          <strong>Drop photos here or choose files</strong>
          <span>
            JPEG, PNG or WebP. Up to {limits.maxPhotos} photos, {limits.photoBytes / 1024 / 1024} MB each.
          </span>
          <input
            type="file"
            aria-label="Choose photos"
            accept={accept}
            multiple
            onChange={(event) => {
              take(event.target.files);
              event.target.value = '';
            }}
          />
        </div>
      )}
      {!isFull && (
        <p className="mt-3 md:hidden">
          <label className="btn">
            <Icon of={Camera} size={17} />
            Take a photo
            <input
              className="sr"
              type="file"
              accept={accept}
              capture="environment"
              onChange={(event) => {
                take(event.target.files);
                event.target.value = '';
              }}
            />
          </label>
        </p>
      )}
      {(error || problems.length > 0) && (
        <Note tone="danger" role="alert" className="mt-3">
          {[error, ...problems].filter(Boolean).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Note>
      )}
      {items.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: a list without bullets stops being one in Safari
        <ol role="list" className="board" aria-label="Photos in order">
          {items.map((item, at) => (
            <li
              key={item.key}
              className={dragged === at ? 'dragged' : undefined}
              draggable
              onDragStart={(event) => {
                setDragged(at);
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', item.key);
              }}
              onDragOver={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                if (dragged !== at) {
                  onChange((before) => moved(before, dragged, at));
                  setDragged(at);
                }
              }}
              onDrop={(event) => event.preventDefault()}
              onDragEnd={() => setDragged(null)}
            >
              <PhotoCell
                item={item}
                at={at}
                count={items.length}
                onMove={(to) => move(at, to)}
                onEdit={() => setEdited(item.key)}
                onRemove={() => onRemove(item)}
                onRetry={() => onRetry(item)}
              />
            </li>
          ))}
        </ol>
      )}
      {items.map(
        (item, at) =>
          item.key === edited && (
            <Suspense key={item.key}>
              <PhotoEditor
                item={item}
                name={`photo ${at + 1}`}
                onClose={() => setEdited(null)}
                onDone={(file) => replace(item, file, at)}
              />
            </Suspense>
          ),
      )}
      <ul className="mt-4 grid list-disc gap-1 pl-5 text-[0.8125rem] text-fg-muted">
        <li>Start with the front, then the back, the corners and any marks.</li>
        <li>Use daylight without flash, and take the card out of its sleeve.</li>
        <li>We remove location data from your photos.</li>
      </ul>
    </div>
  );
}

/** The board as another step sees it: its first photo, where this browser has it, and a way to put one more there. */
export function boardPhotos(items: readonly PhotoItem[], onChange: PhotoBoardProps['onChange']): BoardPhotos {
  return {
    first: items[0]?.file ?? null,
    add(file) {
      const { items: added, problems } = takeFiles([file], items.length, (taken) => URL.createObjectURL(taken));
      if (added.length > 0) onChange((before) => [...before, ...added]);
      return problems[0] ?? null;
    },
  };
}

interface CellProps {
  item: PhotoItem;
  at: number;
  count: number;
  onMove(to: number): void;
  onEdit(): void;
  onRemove(): void;
  onRetry(): void;
}

function PhotoCell({ item, at, count, onMove, onEdit, onRemove, onRetry }: CellProps) {
  const name = `photo ${at + 1}`;
  return (
    <div className="cell" data-state={item.state}>
      <img src={item.preview} alt={`${item.name}, position ${at + 1}`} draggable={false} />
      {at === 0 && (
        <span className="cover">
          <Icon of={Star} size={12} />
          Cover
        </span>
      )}
      {item.state === 'sending' && <progress max={1} value={item.progress} aria-label={`Uploading ${name}`} />}
      {item.error && <p className="cell-err">{item.error}</p>}
      <div className="cell-b">
        <IconButton
          small
          icon={<Icon of={ArrowLeft} size={16} />}
          label={`Move ${name} earlier`}
          aria-disabled={at === 0}
          onClick={() => at > 0 && onMove(at - 1)}
        />
        <IconButton
          small
          icon={<Icon of={ArrowRight} size={16} />}
          label={`Move ${name} later`}
          aria-disabled={at === count - 1}
          onClick={() => at < count - 1 && onMove(at + 1)}
        />
        {item.state !== 'sending' && (
          <IconButton small icon={<Icon of={Crop} size={16} />} label={`Rotate or crop ${name}`} onClick={onEdit} />
        )}
        {item.state === 'failed' && (
          <IconButton small icon={<Icon of={RotateCw} size={16} />} label={`Upload ${name} again`} onClick={onRetry} />
        )}
      </div>
      <span className="cell-x">
        <IconButton small icon={<Icon of={X} size={16} />} label={`Remove ${name}`} onClick={onRemove} />
      </span>
    </div>
  );
}
