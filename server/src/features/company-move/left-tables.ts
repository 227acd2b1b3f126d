/**
 * What hangs on a company, its venues or its people and does not go along, with the reason. `gone`: those of its rows that are removed where the company
 * was (`$1` venues, `$2` company); of the others, what hangs on something that goes is deleted or emptied as its foreign key says (`move_loosen`).
 */
export type LeftTable = { readonly table: string; readonly why: string; readonly gone?: string }

const ofVenue = 't.venue_id = any($1)'
const ofPerson = 't.user_id in (select p.id from users p where p.company_id = $2)'
const left = (names: string, why: string, gone?: string): LeftTable[] =>
  names.split(' ').map((table) => ({ table, why, ...(gone === undefined ? {} : { gone }) }))

export const leftTables: readonly LeftTable[] = [
  ...left('analytics_dirty', 'marks of days to count: the other side counts all of them', ofVenue),
  ...left(
    'refused_days refused_samples refused_searches',
    'searches that found nothing are counted by rules numbered in each installation',
    ofVenue,
  ),
  ...left(
    'google_changes google_lookups google_merchant_states google_publications google_told_venues',
    'what an account of Google was told: the other account tells it anew',
    ofVenue,
  ),
  ...left('google_merchants google_bookings google_waits', 'a venue at an account of Google is not moved: it is taken from Google before'),
  ...left(
    'google_accounts google_call_troubles google_calls google_drifts google_feed_files google_feeds google_passwords google_refused_sign_ins',
    'an account of Google is of the installation',
  ),
  ...left('google_secrets google_told_days google_update_states', 'an account of Google is of the installation'),
  ...left('google_preferences', 'what guests told Google of themselves: of its account'),
  ...left(
    'meta_installs meta_apps meta_left_buttons meta_states',
    'a company that is connected with Meta is not moved: it is disconnected before',
  ),
  ...left('onboarding_requests', 'between a system and a channel of the installation; only its tie to the venue is cut'),
  ...left(
    'onboarding_attachments onboarding_history onboarding_invites onboarding_limits onboarding_messages onboarding_readers onboarding_reminders onboarding_told',
    'of an onboarding request',
  ),
  ...left('demo_tenants demo_links demo_visits', 'a demo is not moved'),
  ...left('sessions push_subscriptions known_devices device_acts password_resets sign_in_challenges', 'people sign in anew', ofPerson),
  ...left('spent_refresh_tokens', 'of a session that has ended'),
  ...left('notification_outboxes', 'of letters that are under way for seconds', ofPerson),
  ...left('exports', 'files that are made again', ofPerson),
  ...left('report_runs report_mails', 'letters that were sent; the next ones come from the other side', undefined),
  ...left(
    'channels channel_keys channel_calls channel_users webhook_endpoints webhook_secrets webhook_streams listing_sites',
    'a channel is shared: copied along where it is missing',
  ),
  ...left(
    'systems system_channels system_health system_keys system_notices system_secrets system_users remote_calls',
    'a reservation system is shared, and has to be there',
  ),
  ...left('sync_tasks sync_task_logs', 'rounds over all of a system'),
  ...left('sync_task_failures', 'rounds over all of a system', ofVenue),
  ...left('brands brand_domains', 'a brand is shared, and has to be there'),
  ...left('kept_changes live_messages', 'messages to processes of one installation, kept for minutes'),
  ...left('mails', 'the local mailbox, for where no mail server is'),
  ...left('company_moves', 'what was moved from here and to here'),
  ...left('flow_counts traces', 'what went between parties, kept for days'),
]
