import { Ellipsis, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatNumber } from '#kernel/format.ts';
import { timeLeft } from '#kernel/time.ts';
import { CardBack } from '#ui/card/card-back.tsx';
import { ConditionBadge, GradeBadge } from '#ui/card/condition-badge.tsx';
import { PhotoImg } from '#ui/card/photo-img.tsx';
import { StatusDot, type StatusTone } from '#ui/feedback/status-dot.tsx';
import { Icon } from '#ui/icon.tsx';
import { Menu, MenuButton, MenuLink, MenuSeparator } from '#ui/menu.tsx';
import { offersChecklist } from '../../checklist.ts';
import { frozenStatuses, type ListingState, stateOf } from '../../model/listing.process.ts';
import type { OwnShown } from '../../pages/own-listings.server.ts';
import { PriceCell } from '../listing/price-cell.tsx';
import { setLine, specialFinish, traitsInWords } from '../listing-words.ts';
import { moveWords } from './moves.ts';
import type { OwnColumnName } from './own-columns.ts';
import { OwnPlace } from './own-notes.tsx';
import { useMove } from './use-move.ts';

const states: Record<ListingState, [StatusTone, string]> = {
  draft: ['paused', 'Draft'],
  active: ['live', 'Active'],
  reserved: ['waiting', 'Reserved'],
  sold: ['paused', 'Sold'],
  expired: ['bad', 'Ended'],
  paused_by_seller: ['paused', 'Paused'],
  paused_by_tier: ['paused', 'Paused: listing limit reached'],
  paused_by_suspension: ['bad', 'Hidden'],
  paused_by_operator: ['bad', 'Paused by us'],
  paused_by_standing: ['bad', 'Paused: seller details missing'],
  removed: ['bad', 'Removed'],
};

export interface OwnRowProps {
  listing: OwnShown;
  shows(column: OwnColumnName): boolean;
  /** Another feature's text beside the price. */
  beside: ReactNode;
  now: string;
  isSelected: boolean;
  /** The form of the verbs for all that are selected. */
  formId: string;
  /** `isRange`: with Shift, from the row that was selected before. */
  onSelect(isSelected: boolean, isRange: boolean): void;
  onDelete(): void;
  onSaved(): void;
}

/** One of the seller's listings: its price can be changed in place, the rest is in its menu. */
export function OwnRow({ listing, shows, beside, now, isSelected, formId, onSelect, onDelete, onSaved }: OwnRowProps) {
  const { id, name, status, grading, quantity, quantityAvailable, moves = [] } = listing;
  const { busy, move } = useMove(id, name);
  const navigate = useNavigate();
  const [tone, word] = states[stateOf({ status, pausedBy: listing.pausedBy ?? null })];
  const photo = listing.photos[0];
  const canEdit = !frozenStatuses.includes(status);
  const finish = specialFinish(listing.finish);
  const traits = traitsInWords(listing);
  return (
    <tr aria-busy={busy !== null || undefined} className={isSelected ? 'selr' : undefined}>
      <td className="cb">
        <label className="cbl">
          <input
            type="checkbox"
            name="id"
            value={id}
            form={formId}
            aria-label={`Select ${name}`}
            checked={isSelected}
            onChange={({ target, nativeEvent }) =>
              onSelect(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        </label>
      </td>
      <td className="own-card">
        <div className="flex items-center gap-3">
          <span className="mini-art">{photo ? <PhotoImg photo={photo} sizes="34px" alt="" /> : <CardBack />}</span>
          <div className="min-w-0">
            <Link className="own-n" to={`/listings/${id}`}>
              {name}
            </Link>
            <p className="dim own-line text-[0.78125rem]">
              {setLine(listing)}
              {finish && ` · ${finish}`}
              {traits && ` · ${traits}`}
            </p>
            <OwnPlace {...listing} />
            {canEdit && !grading && !listing.checklist && offersChecklist(listing.price) && (
              <Link
                className="link text-[0.78125rem]"
                to={`/listings/${id}/edit#h-checklist`}
                aria-label={`Add condition checklist to ${name}`}
              >
                Add condition checklist
              </Link>
            )}
          </div>
        </div>
      </td>
      {shows('condition') && (
        <td className="own-cond">
          {grading ? (
            <GradeBadge {...grading} form="short" />
          ) : (
            <ConditionBadge condition={listing.condition} form="short" />
          )}
        </td>
      )}
      <td className="n own-cost">
        <PriceCell listing={listing} canEdit={canEdit} onSaved={onSaved} />
      </td>
      {beside !== undefined && shows('compared') && <td className="n dim own-more">{beside}</td>}
      {shows('quantity') && (
        <td className="n dim own-more">{quantity === 1 ? '1' : `${quantityAvailable} of ${quantity}`}</td>
      )}
      {shows('views') && <td className="n dim own-more">{formatNumber(listing.viewCount)}</td>}
      {shows('favorites') && <td className="n dim own-more">{formatNumber(listing.favoriteCount)}</td>}
      {shows('ending') && (
        <td className="dim own-more">
          {status === 'active' && listing.expiresAt ? timeLeft(new Date(listing.expiresAt), new Date(now)) : '–'}
        </td>
      )}
      <td className="own-state">
        <StatusDot tone={tone}>{word}</StatusDot>
      </td>
      <td className="a">
        <Menu label={`Actions for ${name}`} triggerClass="ib sm" trigger={<Icon of={Ellipsis} size={18} />}>
          {() => (
            <>
              <MenuLink to={`/listings/${id}`}>View listing</MenuLink>
              {canEdit && (
                <MenuButton icon={Pencil} onClick={() => void navigate(`/listings/${id}/edit`)}>
                  Edit listing
                </MenuButton>
              )}
              {moves
                .filter((one) => one !== 'remove')
                .map((one) => (
                  <MenuButton key={one} onClick={() => move(one)}>
                    {moveWords[one].button}
                  </MenuButton>
                ))}
              {moves.includes('remove') && (
                <>
                  <MenuSeparator />
                  <MenuButton danger onClick={onDelete}>
                    {moveWords.remove.button}
                  </MenuButton>
                </>
              )}
            </>
          )}
        </Menu>
      </td>
    </tr>
  );
}
