import type { Guards } from '#src/platform/db/guards.ts'

export const metaGuards: Guards = {
  states: { TW142: 'meta.still_connected' },
  constraints: { meta_apps_owner: { code: 'meta.app_taken' } },
}
