import { mdiAlertOutline, mdiCancel, mdiCheck } from '@mdi/js'

/** May sit there, may with a warning, may not. */
export const verdictIcon = { may: mdiCheck, warn: mdiAlertOutline, not: mdiCancel } as const
