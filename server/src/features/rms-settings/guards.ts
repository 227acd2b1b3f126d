import type { Guards } from '#src/platform/db/guards.ts'

/** The built-in book cannot be changed (migration 0016). */
export const systemGuards: Guards = {
  states: { TW010: 'system.built_in' },
  constraints: {
    systems_code_key: { code: 'system.code_taken', field: 'code', issue: 'system.code_taken', value: 'code' },
    systems_name: { code: 'system.name_taken', field: 'name', issue: 'system.name_taken', value: 'name' },
  },
}
