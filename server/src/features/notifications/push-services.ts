import type { Config } from '#src/platform/config.ts'
import type { AllowedTargets } from '#src/platform/net/guard.ts'

/** Where the browsers' makers take pushes: Chrome, Edge and Opera; Firefox; Safari; Windows. */
const hosts = ['fcm.googleapis.com', 'jmt17.google.com', '*.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com']

/** These, and the origins that PUSH_SERVICES names. */
export const pushServices = ({ pushServices: named }: Config): AllowedTargets => ({ hosts, origins: named })
