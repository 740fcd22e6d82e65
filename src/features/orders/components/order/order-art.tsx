import { CardBack } from '#ui/card/card-back.tsx';
import type { PhotoSource } from '#ui/card/photo.ts';
import { PhotoImg } from '#ui/card/photo-img.tsx';
import type { Order } from '../../contract.ts';

/** The picture that the buyer saw, from the order's snapshot of the listing. The name is shown beside it. */
export function OrderArt({ item, sizes }: { item: Order['items'][number] | undefined; sizes: string }) {
  const photo = (item?.snapshot.photos as PhotoSource[] | undefined)?.[0];
  return (
    <div className="ord-art" aria-hidden="true">
      {photo ? <PhotoImg photo={photo} sizes={sizes} alt="" /> : <CardBack />}
    </div>
  );
}
