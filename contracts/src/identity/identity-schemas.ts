import * as brands from './brands.ts'
import * as roles from './roles.ts'
import * as sharedDevices from './shared-devices.ts'
import * as sharedDeviceRules from './shared-devices.rules.ts'
import * as users from './users.ts'
import * as venueAccess from './venue-access.ts'

/** The modules of people and rights whose schemas the documentation names. */
export const identitySchemas = [brands, roles, sharedDevices, sharedDeviceRules, users, venueAccess] as const
