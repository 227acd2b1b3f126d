import { defineJob } from '#src/platform/jobs/jobs.ts'

/** Looks after the button of one connection. */
export const tendJob = defineJob<{ id: string }>('meta.tend')
/** Looks after all whose time has come, and removes sign-ins that were given up. */
export const tendAllJob = defineJob<Record<string, never>>('meta.tend_all', 0)
