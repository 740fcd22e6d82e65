-- What members and visitors mean to buy. A visitor's cart is found by the hash of the token in their cookie. Nothing in a cart is reserved.
create table cart (
  id text primary key,
  member_id text unique,
  token_hash text unique,
  touched_at timestamptz not null,
  check ((member_id is null) <> (token_hash is null))
);
create index cart_left on cart (touched_at) where token_hash is not null;

create table cart_line (
  cart_id text not null references cart on delete cascade,
  listing_id text not null,
  quantity int not null check (quantity between 1 and 999),
  seen_price bigint not null,
  seen_currency text not null,
  seen_version bigint not null,
  added_at timestamptz not null,
  primary key (cart_id, listing_id)
);

-- The number beside the cart in a member's header. A cart that is deleted with its lines counts nothing: a member's lines are deleted before their cart.
create function count_cart_lines() returns trigger language plpgsql as $$
declare
  owner text;
begin
  select member_id into owner from cart where id = case when tg_op = 'DELETE' then old.cart_id else new.cart_id end;
  if owner is not null then
    perform add_to_counter(owner, 'cart', case when tg_op = 'DELETE' then -1 else 1 end);
  end if;
  return null;
end $$;
create trigger cart_line_counted after insert or delete on cart_line for each row execute function count_cart_lines();
