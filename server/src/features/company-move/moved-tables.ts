/** How a row is found to be the company's: `$1` its venues, `$2` the company, `$3` the day before which reservations that are over are old. */
export type MovedTable = {
  readonly table: string
  readonly where: string
  /** What the trigger that closes places is given; false = written during the switch as well, and read once more before it. */
  readonly guard: readonly ['venue' | 'company' | 'id'] | readonly ['parent', column: string, question?: string] | false
  /** Which of its rows nothing works on any more: they are copied long before the switch. */
  readonly ahead?: string
  /** Text sealed by the installation's key, sealed anew on the way. */
  readonly sealed?: readonly string[]
  /** Columns that count up in one database alone: the other one gives its own. */
  readonly fresh?: readonly string[]
  /** Columns that are empty at the other side. */
  readonly emptied?: readonly string[]
  /** Columns that follow from another table's fresh ones. */
  readonly later?: readonly string[]
  /** The order in which rows get their fresh numbers. */
  readonly order?: string
}

const ofVenue = 't.venue_id = any($1)'
const ofCompany = 't.company_id = $2'
const venues = (names: string): MovedTable[] => names.split(' ').map((table) => ({ table, where: ofVenue, guard: ['venue'] }))
const companies = (names: string): MovedTable[] => names.split(' ').map((table) => ({ table, where: ofCompany, guard: ['company'] }))

/** By a row of another table: which rows of that are the company's, and which place such a row belongs to. */
type Parent = { ids: string; place: string }
const parents = {
  user: { ids: 'select p.id from users p where p.company_id = $2', place: '' },
  batch: { ids: 'select p.id from import_batches p where p.company_id = $2', place: 'select company_id from import_batches where id = $1' },
  bulk: { ids: 'select p.id from bulk_changes p where p.company_id = $2', place: 'select company_id from bulk_changes where id = $1' },
  template: {
    ids: 'select p.id from reply_templates p where p.company_id = $2',
    place: 'select company_id from reply_templates where id = $1',
  },
  variant: {
    ids: 'select p.id from reply_template_variants p where p.template_id in (select id from reply_templates where company_id = $2)',
    place: 'select t.company_id from reply_template_variants v join reply_templates t on t.id = v.template_id where v.id = $1',
  },
  report: { ids: 'select p.id from reports p where p.company_id = $2', place: 'select company_id from reports where id = $1' },
  review: { ids: 'select p.id from reviews p where p.venue_id = any($1)', place: 'select venue_id from reviews where id = $1' },
  salesLink: { ids: 'select p.id from sales_links p where p.venue_id = any($1)', place: 'select venue_id from sales_links where id = $1' },
  sheetRun: { ids: 'select p.id from sheet_runs p where p.venue_id = any($1)', place: 'select venue_id from sheet_runs where id = $1' },
  gateway: { ids: 'select p.id from text_gateways p where p.company_id = $2', place: 'select company_id from text_gateways where id = $1' },
  event: {
    ids: 'select p.id from webhook_events p where p.venue_id = any($1)',
    place: 'select venue_id from webhook_events where id = $1',
  },
  delivery: {
    ids: 'select p.id from webhook_deliveries p where p.event_id in (select id from webhook_events where venue_id = any($1))',
    place: 'select e.venue_id from webhook_deliveries d join webhook_events e on e.id = d.event_id where d.id = $1',
  },
} as const satisfies Record<string, Parent>

const under = (parent: Parent, column: string, names: string): MovedTable[] =>
  names.split(' ').map((table) => ({
    table,
    where: `t.${column} in (${parent.ids})`,
    guard: parent.place === '' ? ['parent', column] : ['parent', column, parent.place],
  }))
const but = ([one]: readonly MovedTable[], more: Partial<MovedTable>): MovedTable => ({ ...one!, ...more })

/** Old reservations: over, and of days that nothing asks about any more. */
const isOver = `t.status in ('completed', 'canceled', 'no_show', 'expired', 'rejected') and t.service_on < $3`

/** Everything that goes with a company, whole. What hangs on one and is not here stands in `left-tables.ts`, with the reason. */
export const movedTables: readonly MovedTable[] = [
  { table: 'companies', where: 't.id = $2', guard: ['id'] },
  { table: 'venues', where: 't.id = any($1)', guard: ['id'], sealed: ['system_token', 'ftp_password'] },
  ...companies('users groups bulk_changes import_batches import_mappings reply_templates reports'),
  but(companies('text_gateways'), { sealed: ['secret_sealed', 'app_secret_sealed'] }),
  {
    table: 'partner_ids',
    where: 't.company_id = $2 or t.group_id in (select p.id from groups p where p.company_id = $2)',
    guard: ['company'],
  },
  // The book and who is in it.
  ...venues(
    'areas books booking_checks book_conflicts dining_tables floors floor_layouts floor_places floor_rules floor_days table_chains table_joins table_plans',
  ),
  ...venues('table_seats table_times guests guest_profiles guest_notes guest_pairs guest_refusals guest_retention guest_messages'),
  ...venues('own_codes pos_tables waitlist_due waitlist_entries waitlist_settings widget_bookings widget_holds widget_sites shift_notes'),
  ...venues('booking_retention'),
  // Counted by work that sees one moment, during the switch as well; what was removed since can be counted by nobody any more.
  ...venues('analytics_books analytics_days').map((one) => ({ ...one, guard: false as const })),
  but(venues('reservations'), { ahead: isOver }),
  but(venues('reservation_events'), { ahead: 'true', fresh: ['xid'] }),
  but(venues('guest_words'), { ahead: 'true' }),
  // The audit is of the company or of one of its venues.
  { table: 'audit_entries', where: `${ofVenue} or ${ofCompany}`, guard: ['venue'], ahead: 'true' },
  but(venues('remote_bookings'), { sealed: ['payment_token'] }),
  ...venues('remote_days remote_venues'),
  ...venues('guest_erasure_venues guest_erasure_answers'),
  // Where it is sold.
  ...venues(
    'channel_venues channel_health link_events licensed_venues venue_link_states venue_slugs offered_days offered_until turned_away',
  ),
  ...venues('listing_copies listing_days listing_difference_moves listing_differences listing_photos listing_profiles listing_score_moves'),
  ...venues('listing_scores'),
  but(venues('listing_changes'), { fresh: ['xid'] }),
  but(venues('sales_links'), { sealed: ['token_sealed'] }),
  ...under(parents.salesLink, 'link_id', 'sales_enquiries sales_texts'),
  // What channels are told: numbered anew in the same order, as numbers of two databases mean nothing to each other.
  but(venues('webhook_events'), { fresh: ['sequence'], emptied: ['xid'], order: 'sequence' }),
  but(under(parents.event, 'event_id', 'webhook_deliveries'), { later: ['sequence'] }),
  ...under(parents.delivery, 'delivery_id', 'webhook_attempts'),
  // What guests wrote.
  ...venues('reviews review_replies review_reply_settings review_requests review_settings reply_template_venues reply_variant_uses'),
  ...under(parents.review, 'review_id', 'review_comments review_reply_drafts review_reply_steps review_versions'),
  ...under(parents.template, 'template_id', 'reply_template_variants'),
  // Who works there.
  ...under(parents.user, 'user_id', 'user_groups user_venues passkeys recovery_codes notification_choices'),
  but(under(parents.user, 'user_id', 'person_pins'), { sealed: ['sealed'] }),
  but(under(parents.user, 'user_id', 'totp_secrets'), { sealed: ['sealed'] }),
  but(under(parents.user, 'user_id', 'notifications'), { guard: false }),
  ...venues('shared_device_rules shared_devices sheet_mails sheet_recipients sheet_runs'),
  ...under(parents.sheetRun, 'run_id', 'sheet_letters'),
  ...under(parents.report, 'report_id', 'report_recipients'),
  // Texts, changes of many at once, imports.
  ...under(parents.gateway, 'gateway_id', 'text_answers text_stops'),
  ...under(parents.bulk, 'bulk_id', 'bulk_change_venues'),
  ...under(parents.batch, 'batch_id', 'import_changes import_decisions import_findings import_previous import_rows import_row_fields'),
]

/** What goes along and stays as well: it is of others too, or is asked for at either side. Rows of that key at the other side stay as they are. */
export const copiedTables: readonly MovedTable[] = [
  {
    table: 'guest_erasures',
    where: 't.id in (select p.erasure_id from guest_erasure_venues p where p.venue_id = any($1))',
    guard: false,
  },
  // Which mails have gone, so that none goes once more from there: hashes, of the last days and of everybody.
  { table: 'mail_marks', where: `t.at > now() - interval '3 days'`, guard: false },
  // Whoever repeats a booking at the other side gets the answer he had. It says its venue, or the booking alone.
  {
    table: 'idempotency_keys',
    where: `t.claimed_until is null and case when coalesce(t.answer ->> 'venueId', t.answer #>> '{data,venueId}') is null
      then exists (select from reservations r where r.venue_id = any($1)
        and r.id = move_uuid(coalesce(t.answer ->> 'id', t.answer #>> '{data,id}')))
      else coalesce(t.answer ->> 'venueId', t.answer #>> '{data,venueId}') = any($1::text[]) end`,
    guard: false,
  },
]

/** What a company refers to and others share: copied along where the other side has none of that id, never written over. */
export const sharedTables: readonly MovedTable[] = [
  { table: 'channels', where: 't.id = any($1)', guard: false },
  { table: 'channel_keys', where: 't.channel_id = any($1)', guard: false },
  { table: 'webhook_endpoints', where: 't.channel_id = any($1)', guard: false, sealed: ['auth_sealed'] },
  {
    table: 'webhook_secrets',
    where: 't.endpoint_id in (select p.id from webhook_endpoints p where p.channel_id = any($1))',
    guard: false,
    sealed: ['sealed'],
  },
  { table: 'listing_sites', where: 't.channel_id = any($1)', guard: false },
]
