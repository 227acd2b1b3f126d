import type { partners } from '@tablewire/contracts/rms/rms-api'
import type { Handlers } from '#src/platform/http/mount.ts'
import { archiveArea, createArea, updateArea } from './partner-areas.ts'
import { listPartnerBookings, readPartnerBooking, reportBookings } from './partner-bookings.ts'
import { changePartnerBooking } from './change-partner-booking.ts'
import { createPartnerBrand, listPartnerBrands, readPartnerBrand, updatePartnerBrand } from './partner-brands.ts'
import { createPartnerCompany, listPartnerCompanies, readPartnerCompany, updatePartnerCompany } from './partner-companies.ts'
import { partnerIdOf } from './partner-ids.ts'
import { listPosTables, writePosTables } from './pos-tables.ts'
import { pushAvailability } from './push-availability.ts'
import { receiveNotice } from './receive-notice.ts'

export const partnersHandlers: Handlers<typeof partners> = {
  companies: (ctx, { query }) => listPartnerCompanies(ctx, query),
  company: async (ctx, { params }) => readPartnerCompany(ctx, await partnerIdOf(ctx, 'company', params.id)),
  createCompany: (ctx, { body }) => createPartnerCompany(ctx, body),
  updateCompany: (ctx, input) => updatePartnerCompany(ctx, input),
  brands: (ctx, { query }) => listPartnerBrands(ctx, query),
  brand: async (ctx, { params }) => readPartnerBrand(ctx, await partnerIdOf(ctx, 'group', params.id)),
  createBrand: (ctx, { body }) => createPartnerBrand(ctx, body),
  updateBrand: (ctx, input) => updatePartnerBrand(ctx, input),
  createArea: (ctx, input) => createArea(ctx, input),
  updateArea: (ctx, input) => updateArea(ctx, input),
  archiveArea: (ctx, input) => archiveArea(ctx, input),
  bookings: (ctx, { query }) => listPartnerBookings(ctx, query),
  booking: (ctx, { params }) => readPartnerBooking(ctx, params.id),
  changeBooking: (ctx, input) => changePartnerBooking(ctx, input),
  pushAvailability: (ctx, { body }) => pushAvailability(ctx, body),
  reports: (ctx, { query }) => reportBookings(ctx, query),
  posTables: (ctx, { params }) => listPosTables(ctx, params.id),
  writePosTables: (ctx, input) => writePosTables(ctx, input),
  notice: (ctx, { body }) => receiveNotice(ctx, body),
}
