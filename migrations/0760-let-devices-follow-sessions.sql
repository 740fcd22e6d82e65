-- A confirmation gives a session another id: the device that is pushed to goes on with it. Sessions that an older process renews are new rows, as before.
alter table push_subscription add constraint push_subscription_session foreign key (session_id) references auth_session (id) on delete cascade on update cascade not valid;
alter table push_subscription drop constraint push_subscription_session_id_fkey;
