import { connectionOf } from '#platform/db/db.ts';
import type { Evidence } from '#platform/storage/evidence.ts';

/** The photos of copies that accepted offers reserve: they are retained until an order shows them. */
export const showPhotos: Evidence = async (db, photoIds) => {
  const { rows } = await connectionOf(db).query<{ photo: string; members: string[] }>({
    name: 'offers-of-photos',
    text: `select photo.id as photo, array_agg(distinct side.id) as members
      from offer f
        join unnest($1::text[]) as photo(id) on jsonb_path_query_array(f.held, '$.snapshot.photos[*].id') ? photo.id
        cross join lateral (values (f.buyer_id), (f.seller_id)) as side(id)
      where f.promise in ('open', 'claimed')
      group by photo.id`,
    values: [photoIds],
  });
  return new Map(rows.map(({ photo, members }) => [photo, { members }]));
};
