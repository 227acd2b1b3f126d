import { acting } from './acting.ts'
import { recovery } from './recovery.ts'
import { security } from './security.ts'
import { session } from './session.ts'
import { sharedDevices } from './shared-devices.ts'

/** Who somebody is here, and how he shows it. */
export const accountAreas = { session, recovery, security, acting, sharedDevices }
