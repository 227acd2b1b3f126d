import { brands } from '@tablewire/contracts/identity/brands'
import { channels } from '@tablewire/contracts/channels/channels'
import { ListingUpdate } from '@tablewire/contracts/listing/listings'
import { systems } from '@tablewire/contracts/rms/systems'
import type { Undoables } from '#src/features/audit/routes.ts'
import { readBrand, reviveBrand, updateBrand } from '#src/features/brands/api.ts'
import { bindAgain, readChannel, reviveChannel, updateChannel } from '#src/features/channels/api.ts'
import { companyUndoables } from '#src/features/companies/api.ts'
import { mayReviveMapping, reviveMapping } from '#src/features/imports/api.ts'
import { readListing, readListingValues, updateListing } from '#src/features/listing-profile/api.ts'
import { flatChoices, restoreChoices } from '#src/features/notifications/api.ts'
import { bindAgainToSystem, readSystem, systemSettings, updateSystem } from '#src/features/rms-settings/api.ts'
import { mayReviveUser, reviveUser, userUndoables } from '#src/features/users/api.ts'
import { replyUndoables } from '#src/features/review-replies/api.ts'
import { reviveEndpoint } from '#src/features/webhooks/api.ts'
import { restorableValues } from '#src/platform/audit/restorable-values.ts'
import { venueUndoables } from './undo-venues.ts'

/** Every setting whose former values can be put back, by the action of its audit entry. */
export const allUndoables: Undoables = {
  ...userUndoables,
  ...companyUndoables,
  'user.deleted': {
    subject: 'user',
    right: ['create', 'users'],
    mayRevive: mayReviveUser,
    revive: async (ctx, id) => {
      const agency = await reviveUser(ctx, id)
      await bindAgain(ctx, id, agency.channels)
      await bindAgainToSystem(ctx, id, agency.system)
    },
  },
  ...venueUndoables,
  ...replyUndoables,
  'listing.updated': {
    subject: 'listing',
    right: ['update', 'listing'],
    current: readListingValues,
    restore: async (ctx, id, values) => {
      const { version } = await readListing(ctx, id)
      return updateListing(ctx, { params: { id }, body: restorableValues(ListingUpdate, { ...values, version }) })
    },
  },
  'channel.updated': {
    subject: 'channel',
    right: ['update', 'booking-channels'],
    current: readChannel,
    restore: (ctx, id, values) => updateChannel(ctx, { params: { id }, body: restorableValues(channels.update.body, values) }),
  },
  'channel.deleted': { subject: 'channel', right: ['create', 'booking-channels'], revive: reviveChannel },
  'system.updated': {
    subject: 'system',
    right: ['update', 'systems'],
    current: systemSettings,
    restore: async (ctx, id, values) => {
      const { version } = await readSystem(ctx, id)
      return updateSystem(ctx, { params: { id }, body: restorableValues(systems.update.body, { ...values, version }) })
    },
  },
  'notification_settings.updated': {
    subject: 'notification_settings',
    right: ['update', 'settings-notifications'],
    own: true,
    current: (ctx, venueId) => flatChoices(ctx, venueId || null),
    restore: (ctx, venueId, values) => restoreChoices(ctx, venueId || null, values),
  },
  'brand.deleted': { subject: 'brand', right: ['create', 'brands'], revive: reviveBrand },
  'import_mapping.deleted': {
    subject: 'import_mapping',
    right: ['create', 'import'],
    mayRevive: mayReviveMapping,
    revive: reviveMapping,
  },
  'webhook.deleted': { subject: 'webhook', right: ['create', 'webhooks'], revive: reviveEndpoint },
  'brand.updated': {
    subject: 'brand',
    right: ['update', 'brands'],
    current: readBrand,
    restore: async (ctx, id, values) => {
      const brand = await readBrand(ctx, id)
      return updateBrand(ctx, {
        params: { id },
        body: restorableValues(brands.update.body, { ...brand, ...values, version: brand.version }),
      })
    },
  },
}
