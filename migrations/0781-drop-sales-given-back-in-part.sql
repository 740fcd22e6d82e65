-- What any money was given back of says no price: kept until now where it was a part of it.
delete from card_sale s using refund r where r.order_id = s.order_id and r.state <> 'failed';
