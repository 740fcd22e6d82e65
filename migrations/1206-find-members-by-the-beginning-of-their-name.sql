-- outside a transaction
create index concurrently username_registry_beginning on username_registry (username_key text_pattern_ops) where status = 'active';
