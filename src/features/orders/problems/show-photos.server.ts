import { connectionOf } from '#platform/db/db.ts';
import type { Evidence } from '#platform/storage/evidence.ts';

/**
 * The photos of bought items that orders retain as evidence for buyer and seller, whatever happens to listing and
 * order.
 */
export const showPhotos: Evidence = async (db, photoIds) => {
  const { rows } = await connectionOf(db).query<{ photo: string; members: string[] }>({
    name: 'orders-of-photos',
    // The words of the index `order_item_photos`.
    text: `select photo.id as photo, array_agg(distinct side.id) as members
      from unnest($1::text[]) as photo(id)
        join order_item i on jsonb_path_query_array(i.snapshot, '$.photos[*].id') ? photo.id
        join orders o on o.id = i.order_id
        cross join lateral (values (o.buyer_id), (o.seller_id)) as side(id)
      group by photo.id`,
    values: [photoIds],
  });
  return new Map(rows.map(({ photo, members }) => [photo, { members }]));
};
