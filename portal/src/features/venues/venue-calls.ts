import { venues } from '@tablewire/contracts/estate/venues'
import { useSession } from '#src/api/session.ts'

const admin = {
  get: venues.get,
  create: venues.create,
  update: venues.update,
  deactivateLicense: venues.deactivateLicense,
  disableFeature: venues.disableFeature,
}
const partner = {
  get: venues.getMine,
  create: venues.createMine,
  update: venues.updateMine,
  deactivateLicense: venues.deactivateLicenseMine,
  disableFeature: venues.disableFeatureMine,
}

/** Super admins call the admin's addresses, everybody else the partners' (VE1); both answer alike. */
export const useVenueCalls = (): typeof admin | typeof partner =>
  useSession().userData?.roles.includes('ROLE_SUPER_ADMIN') ? admin : partner
