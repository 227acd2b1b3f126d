import type { Guards } from '#src/platform/db/guards.ts'

/** What a channel may sell in a day, and the life cycle of links (migration 0015). */
export const channelGuards: Guards = {
  states: { TW006: 'channel.covers_used', TW007: 'channel.move_illegal' },
  retried: ['TW006'],
  constraints: { channels_name: { code: 'channel.name_taken', field: 'name' } },
}
