-- PINs are closed by the installation's key as well: no key is retired while one of them needs it.
create or replace view sealed_values as
select 'system_secrets' as place, split_part(sealed, '.', 2) as key_id from system_secrets
union all
select 'channel_headers', split_part(h ->> 'sealed', '.', 2) from system_channels c, jsonb_array_elements(c.headers) h where h ->> 'sealed' <> ''
union all
select 'venue_credentials', split_part(system_token, '.', 2) from venues where system_token is not null
union all
select 'venue_credentials', split_part(ftp_password, '.', 2) from venues where ftp_password is not null
union all
select 'webhook_secrets', split_part(sealed, '.', 2) from webhook_secrets
union all
select 'webhook_secrets', split_part(auth_sealed, '.', 2) from webhook_endpoints where auth_sealed is not null
union all
select 'second_factors', split_part(sealed, '.', 2) from totp_secrets
union all
select 'push_keys', split_part(private_key_sealed, '.', 2) from push_keys
union all
select 'payment_tokens', split_part(payment_token, '.', 2) from remote_bookings where payment_token is not null
union all
select 'google_secrets', split_part(sealed, '.', 2) from google_secrets
union all
select 'sales_links', split_part(token_sealed, '.', 2) from sales_links where token_sealed is not null
union all
select 'meta_secrets', split_part(secret_sealed, '.', 2) from meta_apps
union all
select 'meta_secrets', split_part(page_token_sealed, '.', 2) from meta_installs where page_token_sealed is not null
union all
select 'meta_secrets', split_part(user_token_sealed, '.', 2) from meta_installs where user_token_sealed is not null
union all
select 'meta_secrets', split_part(offered_sealed, '.', 2) from meta_states where offered_sealed is not null
union all
select 'text_gateways', split_part(secret_sealed, '.', 2) from text_gateways where secret_sealed is not null
union all
select 'meta_secrets', split_part(page_token_sealed, '.', 2) from meta_left_buttons
union all
select 'text_gateways', split_part(app_secret_sealed, '.', 2) from text_gateways where app_secret_sealed is not null
union all
select 'person_pins', split_part(sealed, '.', 2) from person_pins;
